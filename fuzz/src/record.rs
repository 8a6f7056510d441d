//! Any text as a file of games.

use engine::Record;

/// What is read is written so that the same is read again, and what can be replayed gives a game that is recorded
/// as it was.
pub fn record(input: &[u8]) {
    let Ok(records) = Record::read_all(&String::from_utf8_lossy(input)) else { return };
    for record in records {
        let written = record.write();
        assert_eq!(Record::read_all(&written).as_deref(), Ok(&[record.clone()][..]), "{written}");
        if let Ok(session) = record.replay(catalogue::CATALOGUE) {
            let again = Record::of(&record.game, &session, record.players.clone());
            assert_eq!(again.moves.len(), record.moves.len(), "{written}");
            assert_eq!(
                again.replay(catalogue::CATALOGUE).map(|session| session.position().text()),
                Ok(session.position().text())
            );
        }
    }
}
