/*
 * schema.c - the steps.
 */
#include "store/schema.h"

const char *const tora_schema_steps[] = {
	/* 1: everything the first version needs. AUTOINCREMENT: an id a person has seen never names another thing. */
	"CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
	"CREATE TABLE repos ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  common_dir TEXT NOT NULL UNIQUE,"
	"  work_dir TEXT, settings TEXT,"
	"  watched INTEGER NOT NULL, added INTEGER NOT NULL);"
	"CREATE TABLE tips ("
	"  repo INTEGER NOT NULL REFERENCES repos ON DELETE CASCADE,"
	"  branch TEXT NOT NULL, head TEXT NOT NULL,"
	"  PRIMARY KEY (repo, branch)) WITHOUT ROWID;"
	"CREATE TABLE checks ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  repo INTEGER NOT NULL REFERENCES repos ON DELETE CASCADE,"
	"  branch TEXT NOT NULL, base TEXT, head TEXT,"
	"  trigger TEXT NOT NULL,"
	"  state TEXT NOT NULL CHECK (state IN"
	"    ('queued','running','done','skipped','failed','canceled')),"
	"  reason TEXT, detail TEXT, options TEXT, key TEXT, record TEXT,"
	"  attempts INTEGER NOT NULL DEFAULT 0,"
	"  queued INTEGER NOT NULL, started INTEGER NOT NULL DEFAULT 0,"
	"  ended INTEGER NOT NULL DEFAULT 0);"
	"CREATE INDEX checks_open ON checks (state) WHERE state IN ('queued','running');"
	"CREATE INDEX checks_branch ON checks (repo, branch, id);"
	"CREATE INDEX checks_head ON checks (repo, head);"
	"CREATE INDEX checks_key ON checks (repo, key) WHERE key IS NOT NULL;"
	"CREATE TABLE findings ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  repo INTEGER NOT NULL REFERENCES repos ON DELETE CASCADE,"
	"  fingerprint TEXT NOT NULL, verdict TEXT NOT NULL,"
	"  check_id INTEGER NOT NULL REFERENCES checks ON DELETE CASCADE," /* the newest that shows it */
	"  at INTEGER NOT NULL, json TEXT NOT NULL,"
	"  UNIQUE (repo, fingerprint));"
	"CREATE TABLE shown ("
	"  check_id INTEGER NOT NULL REFERENCES checks ON DELETE CASCADE,"
	"  finding INTEGER NOT NULL REFERENCES findings ON DELETE CASCADE,"
	"  verdict TEXT NOT NULL,"
	"  PRIMARY KEY (check_id, finding)) WITHOUT ROWID;"
	"CREATE INDEX shown_finding ON shown (finding);"
	"CREATE TABLE acks ("
	"  repo INTEGER NOT NULL REFERENCES repos ON DELETE CASCADE,"
	"  fingerprint TEXT NOT NULL,"
	"  kind TEXT NOT NULL CHECK (kind IN ('ack','dismiss')),"
	"  at INTEGER NOT NULL,"
	"  PRIMARY KEY (repo, fingerprint)) WITHOUT ROWID;"
	"CREATE TABLE answers ("
	"  key TEXT PRIMARY KEY, model TEXT, answer TEXT NOT NULL,"
	"  at INTEGER NOT NULL, used INTEGER NOT NULL);"
	"CREATE TABLE spend ("
	"  day TEXT NOT NULL, repo TEXT NOT NULL, branch TEXT NOT NULL,"
	"  requests INTEGER NOT NULL, tokens INTEGER NOT NULL, usd REAL NOT NULL,"
	"  PRIMARY KEY (day, repo, branch)) WITHOUT ROWID;"
	"CREATE TABLE events ("
	"  seq INTEGER PRIMARY KEY AUTOINCREMENT, repo TEXT, json TEXT NOT NULL);",
	/* 2: deleting a check asks which findings name it */
	"CREATE INDEX findings_check ON findings (check_id);",
	/* 3: spending by what was asked; what a model's server refuses, and until when it wants rest */
	"CREATE TABLE spend_by ("
	"  day TEXT NOT NULL, repo TEXT NOT NULL, purpose TEXT NOT NULL,"
	"  requests INTEGER NOT NULL, tokens INTEGER NOT NULL, usd REAL NOT NULL,"
	"  PRIMARY KEY (day, repo, purpose)) WITHOUT ROWID;"
	"CREATE TABLE servers ("
	"  key TEXT PRIMARY KEY, refused INTEGER NOT NULL, rest_until INTEGER NOT NULL,"
	"  at INTEGER NOT NULL) WITHOUT ROWID;",
	/* 4: what was mined of single files (mined.h); `used` is a day, in front of what is long */
	"CREATE TABLE mined ("
	"  id INTEGER PRIMARY KEY, blob TEXT NOT NULL, miner TEXT NOT NULL,"
	"  used INTEGER NOT NULL, size INTEGER NOT NULL, facts TEXT NOT NULL,"
	"  UNIQUE (blob, miner));",
	/* 5: of which builds tests said the same warm and cold, and when (agreed.h) */
	"CREATE TABLE agreed (key TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;",
	/* 6: which of the findings of a check goes before which, from 1; 0: a check from before this */
	"ALTER TABLE shown ADD COLUMN place INTEGER NOT NULL DEFAULT 0;",
	/* 7: how sure a check was of a finding; NULL: a check from before this, the finding's newest word holds */
	"ALTER TABLE shown ADD COLUMN confidence REAL;",
};
const size_t tora_schema_count = sizeof tora_schema_steps / sizeof *tora_schema_steps;
