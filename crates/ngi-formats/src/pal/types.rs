//! The 256 colours.

use std::fmt;

use crate::schema::Kind;

/// A pixel or colour as everything outside the game has it: red, green, blue, alpha.
pub type Rgba = [u8; 4];

/// Colours in a palette.
pub const COLOURS: usize = 256;
/// Bytes of a stored palette.
pub const PALETTE_SIZE: usize = Palette::KIND.size();

/// 256 colours as stored: blue, green, red and a byte that nothing reads.
#[derive(Clone, PartialEq, Eq)]
pub struct Palette(pub [[u8; 4]; COLOURS]);

impl Default for Palette {
    /// All black, all unread bytes zero.
    fn default() -> Self {
        Self([[0; 4]; COLOURS])
    }
}

impl Palette {
    /// The colours as tables and documents know them.
    pub const KIND: Kind = Kind::List(COLOURS, &Kind::Bgra);

    /// The palette in these bytes; `None` unless there are exactly [`PALETTE_SIZE`].
    pub fn read(bytes: &[u8]) -> Option<Self> {
        bytes.as_chunks::<4>().0.try_into().ok().filter(|_| bytes.len() == PALETTE_SIZE).map(Self)
    }

    /// The stored bytes.
    pub fn bytes(&self) -> &[u8] {
        self.0.as_flattened()
    }

    /// A palette of these colours; black where there are fewer, without those past the 256th.
    /// Alpha has no place in a palette and is dropped.
    pub fn from_colours(colours: impl IntoIterator<Item = Rgba>) -> Self {
        let mut palette = Self::default();
        for (slot, [red, green, blue, _]) in palette.0.iter_mut().zip(colours) {
            *slot = [blue, green, red, 0];
        }
        palette
    }

    /// The colour at an index, opaque.
    pub fn colour(&self, index: u8) -> Rgba {
        let [blue, green, red, _] = self.0.get(usize::from(index)).copied().unwrap_or_default();
        [red, green, blue, 255]
    }

    /// Changes the colour at an index; its unread byte stays.
    pub fn set_colour(&mut self, index: u8, [red, green, blue]: [u8; 3]) {
        if let Some([b, g, r, _]) = self.0.get_mut(usize::from(index)) {
            (*b, *g, *r) = (blue, green, red);
        }
    }

    /// All colours, opaque.
    pub fn colours(&self) -> [Rgba; COLOURS] {
        self.0.map(|[blue, green, red, _]| [red, green, blue, 255])
    }
}

impl fmt::Debug for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.0.iter().rposition(|&colour| colour != [0; 4]).map_or(0, |last| last + 1);
        write!(f, "Palette({used} colours: ")?;
        for [blue, green, red, unread] in self.0.iter().take(used) {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")?;
            if *unread != 0 {
                write!(f, "+{unread:02x}")?;
            }
            f.write_str(" ")?;
        }
        f.write_str(")")
    }
}
