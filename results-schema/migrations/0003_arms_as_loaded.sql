-- SPDX-License-Identifier: GPL-3.0-or-later
-- What an arm turned out to be once its driver was loaded, and which process runs a campaign, so that a second one
-- does not go on with it meanwhile.

CREATE TABLE arm_fact (
  arm_id INTEGER NOT NULL REFERENCES arm (id),
  name TEXT NOT NULL,                -- 'driver.name', 'param.poll_queues', 'memory.bytes_per_device'
  value TEXT NOT NULL,
  PRIMARY KEY (arm_id, name)
) STRICT, WITHOUT ROWID;

ALTER TABLE campaign ADD COLUMN runner TEXT NOT NULL DEFAULT '';  -- runner/host/process_identity.h
