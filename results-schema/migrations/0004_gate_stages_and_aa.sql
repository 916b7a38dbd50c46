-- SPDX-License-Identifier: GPL-3.0-or-later
-- Which campaign measures again what a gate has flagged in another one, and what came of A/A campaigns.

CREATE TABLE gate_stage (
  second_id INTEGER PRIMARY KEY REFERENCES campaign (id),
  first_id INTEGER NOT NULL REFERENCES campaign (id)
) STRICT;
CREATE INDEX gate_stage_by_first ON gate_stage (first_id);

CREATE TABLE aa_result (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id),
  metric TEXT NOT NULL,
  comparisons INTEGER NOT NULL,
  flagged INTEGER NOT NULL CHECK (flagged BETWEEN 0 AND comparisons),
  alpha REAL NOT NULL,
  injected REAL,                     -- the slowdown wished for (0.05 is 5 %); NULL: none, an A/A
  recorded_ms INTEGER NOT NULL
) STRICT;
