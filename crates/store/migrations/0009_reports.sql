-- What a report is about in a word, and which moderator works on it.
ALTER TABLE reports ADD COLUMN reason TEXT NOT NULL DEFAULT 'other';
ALTER TABLE reports ADD COLUMN taken_by TEXT;
ALTER TABLE reports ADD COLUMN taken_at BIGINT;
CREATE INDEX reports_by_about ON reports (about, at, id);
CREATE INDEX audit_by_person ON audit (person, number);
