//! A grade as JUnit XML, which many tools show.

use std::fmt::Write as _;

use super::{Grade, GradedTest};

/// The grade as a suite of tests; one without all its points is a failure with its sentences.
#[must_use]
pub fn junit_xml(grade: &Grade) -> String {
    let failures = grade.tests.iter().filter(|test| !test.is_passed()).count();
    let counts = format!(
        "name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" time=\"{:.3}\"",
        escaped(&grade.course),
        grade.tests.len(),
        grade.seconds
    );
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  <testsuite {counts}>\n"
    );
    for test in &grade.tests {
        let _ = write!(
            xml,
            "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\"",
            escaped(&grade.student),
            escaped(&test.name),
            test.seconds
        );
        let points = format!("{} of {} points", test.points, test.max_points);
        if test.is_passed() {
            let _ = writeln!(xml, "><system-out>{}</system-out></testcase>", escaped(&points));
        } else {
            let message = escaped(&format!("{points}: {}", test.text.join(" ")));
            let _ = writeln!(
                xml,
                "><failure message=\"{message}\">{}</failure></testcase>",
                escaped(&told(test))
            );
        }
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

fn told(test: &GradedTest) -> String {
    let mut text = test.text.join("\n");
    for board in &test.boards {
        let _ = write!(text, "\n{}: {}", board.caption, board.position);
    }
    for quote in &test.quotes {
        let _ = write!(text, "\n\n{}:\n{}", quote.name, quote.text);
    }
    text
}

/// A text for XML, which has no form for most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_the_file() {
        assert_eq!(escaped("a<b>&\"c\"\u{1b}[2J\n"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}[2J\n");
    }
}
