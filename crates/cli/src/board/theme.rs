//! Colours and symbols for the terminal's capabilities.

use ratatui::style::{Color, Style};

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The terminal's capabilities.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Theme {
    pub(crate) colours: Colours,
    /// Whether the terminal can show more than ASCII.
    pub(crate) is_unicode: bool,
}

/// The available colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Colours {
    None,
    /// The 256-colour palette.
    Palette,
    /// 24-bit colours.
    True,
}

/// Light and dark cells, and the tints of marked cells.
pub(crate) const LIGHT: Rgb = [236, 217, 182];
pub(crate) const DARK: Rgb = [186, 144, 104];
pub(crate) const CHOSEN: Rgb = [60, 130, 190];
pub(crate) const DESTINATION: Rgb = [130, 160, 90];
pub(crate) const LAST_MOVE: Rgb = [214, 196, 70];
pub(crate) const HINT: Rgb = [150, 110, 200];
pub(crate) const WIN: Rgb = [60, 150, 70];
pub(crate) const DRAW: Rgb = [200, 190, 120];
pub(crate) const LOSS: Rgb = [205, 85, 70];
pub(crate) const DARK_TEXT: Rgb = [30, 24, 18];
pub(crate) const FAINT_TEXT: Rgb = [92, 68, 44];
const LIGHT_TEXT: Rgb = [250, 250, 250];

impl Theme {
    /// The terminal's capabilities according to the environment.
    pub(crate) fn of_terminal(in_colour: bool) -> Theme {
        let says = |name: &str| std::env::var(name).unwrap_or_default().to_lowercase();
        let is_true = ["truecolor", "24bit"].contains(&&*says("COLORTERM"));
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(says).into_iter().find(|value| !value.is_empty());
        Theme {
            colours: match (in_colour, is_true) {
                (false, _) => Colours::None,
                (true, false) => Colours::Palette,
                (true, true) => Colours::True,
            },
            is_unicode: locale.is_some_and(|locale| locale.replace('-', "").contains("utf8")),
        }
    }

    pub(crate) fn has_colours(self) -> bool {
        self.colours != Colours::None
    }

    fn colour(self, rgb: Rgb) -> Option<Color> {
        match self.colours {
            Colours::None => None,
            Colours::Palette => Some(Color::Indexed(nearest_of_palette(rgb))),
            Colours::True => Some(Color::Rgb(rgb[0], rgb[1], rgb[2])),
        }
    }

    /// Sets both colours, so that it looks the same on light and dark terminals.
    pub(crate) fn style(self, foreground: Rgb, background: Rgb) -> Style {
        match (self.colour(foreground), self.colour(background)) {
            (Some(foreground), Some(background)) => Style::new().fg(foreground).bg(background),
            _ => Style::new(),
        }
    }

    /// The symbol for Unicode or ASCII terminals.
    pub(crate) fn symbol(self, unicode: char, ascii: char) -> char {
        if self.is_unicode { unicode } else { ascii }
    }

    /// A text with replacements for what the terminal cannot show.
    pub(crate) fn text(self, text: &str) -> String {
        if self.is_unicode {
            return text.to_string();
        }
        text.replace('…', "...")
            .replace('×', "x")
            .chars()
            .map(|c| if c.is_ascii() { c } else { '?' })
            .collect()
    }
}

/// Dark or light text, whichever contrasts more with the background.
pub(crate) fn contrasting_text(background: Rgb) -> Rgb {
    let [red, green, blue] = background.map(u32::from);
    if 299 * red + 587 * green + 114 * blue > 128_000 { DARK_TEXT } else { LIGHT_TEXT }
}

/// Mixes `percent` of `tint` into the background.
pub(crate) fn blend(background: Rgb, tint: Rgb, percent: u16) -> Rgb {
    std::array::from_fn(|i| {
        let (a, b) = (u16::from(background[i]), u16::from(tint[i]));
        ((a * (100 - percent) + b * percent) / 100) as u8
    })
}

/// The nearest colour of the 6 × 6 × 6 cube or the grey ramp.
fn nearest_of_palette(rgb: Rgb) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance = |other: Rgb| -> u32 { (0..3).map(|i| u32::from(rgb[i].abs_diff(other[i])).pow(2)).sum() };
    let level = |part: u8| (0..6).min_by_key(|&i: &u8| LEVELS[usize::from(i)].abs_diff(part)).unwrap_or(0);
    let cube = rgb.map(level);
    let grey = (0..24).min_by_key(|&i: &u8| distance([8 + 10 * i; 3])).unwrap_or(0);
    if distance(cube.map(|i| LEVELS[usize::from(i)])) <= distance([8 + 10 * grey; 3]) {
        16 + 36 * cube[0] + 6 * cube[1] + cube[2]
    } else {
        232 + grey
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_palette_colour() {
        assert_eq!(
            [[0, 0, 0], [255, 255, 255], [95, 135, 175], [128, 128, 128]].map(nearest_of_palette),
            [16, 231, 67, 244]
        );
    }

    #[test]
    fn text_contrasts_with_background() {
        assert_eq!(
            [LIGHT, DARK, [38, 36, 40], [122, 36, 140]].map(contrasting_text),
            [DARK_TEXT, DARK_TEXT, LIGHT_TEXT, LIGHT_TEXT]
        );
        assert_eq!(blend([0, 100, 200], [100, 100, 100], 50), [50, 100, 150]);
    }
}
