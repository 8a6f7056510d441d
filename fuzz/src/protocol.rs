//! Any text as a line of a protocol.

use engine::protocol::{Answer, Command, HubLine};

use crate::input::split_line;

/// Every line is read or refused on one line, and what is read is written so that the same is read again.
pub fn protocol(input: &[u8]) {
    let mut rest = input;
    while !rest.is_empty() {
        let (line, after) = split_line(rest);
        rest = after;
        line_of_any(&String::from_utf8_lossy(line));
    }
}

fn line_of_any(line: &str) {
    match Command::read(line) {
        Ok(Some(command)) => assert_eq!(Command::read(&command.to_string()), Ok(Some(command)), "{line:?}"),
        Ok(None) => assert!(line.trim().is_empty(), "{line:?}"),
        Err(fault) => refused(&fault),
    }
    match Answer::read(line) {
        Ok(answer) => assert_eq!(Answer::read(&answer.to_string()), Ok(answer), "{line:?}"),
        Err(fault) => refused(&fault),
    }
    match HubLine::read(line) {
        Ok(Some(hub)) => assert_eq!(HubLine::read(&hub.to_string()), Ok(Some(hub)), "{line:?}"),
        Ok(None) => assert!(line.trim().is_empty(), "{line:?}"),
        Err(fault) => refused(&fault),
    }
}

fn refused(fault: &dyn std::error::Error) {
    let said = fault.to_string();
    assert!(!said.is_empty() && !said.contains('\n'), "{said:?}");
}
