//! Escaping of texts.

use serde::Serialize;

/// A text escaped for a page, between tags or between double quotes.
pub(crate) fn html(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // Direction overrides could make one name look like another.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => escaped.push('\u{fffd}'),
            c if c.is_control() && c != '\n' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Data as JSON that is safe inside a page: nothing in it ends a script or begins a comment.
pub(super) fn json(data: &impl Serialize) -> String {
    let text = serde_json::to_string(data).unwrap_or_else(|_| "null".to_string());
    // JSON has none of these characters outside strings.
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_tag_a_value_or_a_script() {
        let nasty = "</script><img src=x onerror='alert(\"1\")'>&amp;<!--\u{202e}\u{7}";
        let text = html(nasty);
        assert!(!text.contains(['<', '>', '"', '\'', '\u{202e}', '\u{7}']), "{text}");
        assert!(text.starts_with("&lt;/script&gt;&lt;img") && text.contains("&amp;amp;"), "{text}");
        let text = json(&[nasty]);
        assert!(!text.contains(['<', '>', '&']), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), [nasty]);
    }
}
