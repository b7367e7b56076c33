//! A survey as one HTML page.

use super::{FieldUse, Survey, shown};
use crate::html::Column::{Number, Text};
use crate::html::{Page, Tone};

/// The page of a survey.
pub fn page(survey: &Survey) -> String {
    let mut page = Page::new("Survey of a game folder");
    let (equal, all) = survey.equal();
    let census = survey.census;
    page.text(&format!(
        "Edition by its census: {}. {} files, {} bytes, {} archives with {} entries. \
         {equal} of {all} published figures are the same here. Measured by ngi {}.",
        survey.edition, census.files, census.bytes, census.archives, census.entries, survey.program,
    ));
    put_figures(&mut page, survey);
    page.heading("Things by format");
    page.table(
        &[Text("format"), Number("things"), Number("of them unreadable")],
        survey.formats.iter().map(|(format, count)| {
            let unreadable = survey.unreadable.get(format).copied().unwrap_or(0);
            let tone = if unreadable == 0 { Tone::Plain } else { Tone::Bad };
            (tone, vec![(*format).to_owned(), count.to_string(), unreadable.to_string()])
        }),
    );
    put_findings(&mut page, survey);
    page.heading("Types and suffixes no format knows");
    let types = survey.unknown_types.iter().map(|one| ("type", &one.type_id, one.count));
    let suffixes = survey.unknown_suffixes.iter().map(|one| ("suffix", &one.suffix, one.count));
    page.table(
        &[Text("what"), Text("which"), Number("how many")],
        types.chain(suffixes).map(|(what, which, count)| {
            (Tone::Plain, vec![what.to_owned(), which.clone(), count.to_string()])
        }),
    );
    put_fields(&mut page, survey);
    page.finish()
}

fn put_figures(page: &mut Page, survey: &Survey) {
    page.heading("Published figures");
    page.table(
        &[Text("figure"), Number("published"), Number("here"), Text("published in")],
        survey.claims.iter().map(|figure| {
            let tone = if figure.equal { Tone::Good } else { Tone::Bad };
            let [published, here] = [Some(figure.published), figure.here].map(shown);
            (tone, vec![figure.id.to_owned(), published, here, figure.source.to_owned()])
        }),
    );
}

fn put_findings(page: &mut Page, survey: &Survey) {
    page.heading("Broken rules");
    let strict = survey.findings.iter().map(|found| ("every check", found));
    let retail = survey.retail_findings.iter().map(|found| ("shipped game", found));
    page.table(
        &[Text("code"), Text("asked by"), Number("how often")],
        strict.chain(retail).map(|(asked, (code, count))| {
            (Tone::Plain, vec![(*code).to_owned(), asked.to_owned(), count.to_string()])
        }),
    );
}

fn put_fields(page: &mut Page, survey: &Survey) {
    page.heading("How fields are used");
    page.text(
        "Of text, bytes and lists, least and most are lengths. Fields whose bits or numbers have no \
         name are marked.",
    );
    page.table(
        &[
            Text("format"),
            Text("field"),
            Text("kind"),
            Number("values"),
            Number("least"),
            Number("most"),
            Number("different"),
            Text("remarks"),
        ],
        survey.fields.iter().map(|field| {
            let remarks = remarks(field);
            let is_strange = field.unnamed_bits.unwrap_or(0) > 0 || field.unnamed > 0;
            let number = |number: Option<f64>| number.map(|n| n.to_string()).unwrap_or_default();
            let cells = vec![
                field.format.to_owned(),
                field.path.clone(),
                field.kind.to_owned(),
                field.count.to_string(),
                number(field.min),
                number(field.max),
                field.distinct.map_or_else(|| "many".into(), |distinct| distinct.to_string()),
                remarks,
            ];
            (if is_strange { Tone::Bad } else { Tone::Plain }, cells)
        }),
    );
}

fn remarks(field: &FieldUse) -> String {
    let mut said = Vec::new();
    if let Some(bits) = field.unnamed_bits.filter(|bits| *bits != 0) {
        said.push(format!("bits without a name: {bits:#x}"));
    }
    for (count, what) in [
        (field.unnamed, "without a name"),
        (field.not_finite, "no finite numbers"),
        (field.not_ascii, "not ASCII"),
    ] {
        if count > 0 {
            said.push(format!("{count} {what}"));
        }
    }
    said.join(", ")
}
