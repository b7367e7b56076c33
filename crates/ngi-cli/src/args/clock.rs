//! A time of day.

/// Hour and minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock(pub [u32; 2]);

pub(super) fn parse_clock(text: &str) -> Result<Clock, String> {
    let wrong = "should look like 14:30";
    let (hour, minute) = text.split_once(':').ok_or(wrong)?;
    let number = |text: &str, end: u32| text.parse::<u32>().ok().filter(|number| *number < end);
    Ok(Clock([number(hour, 24).ok_or(wrong)?, number(minute, 60).ok_or(wrong)?]))
}
