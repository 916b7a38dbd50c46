-- SPDX-License-Identifier: GPL-3.0-or-later
-- The schema after all migrations, for reading. Made by dump-schema; a test keeps it true.

CREATE TABLE aa_result (
  campaign_id INTEGER PRIMARY KEY REFERENCES campaign (id),
  metric TEXT NOT NULL,
  comparisons INTEGER NOT NULL,
  flagged INTEGER NOT NULL CHECK (flagged BETWEEN 0 AND comparisons),
  alpha REAL NOT NULL,
  injected REAL,                     -- the slowdown wished for (0.05 is 5 %); NULL: none, an A/A
  recorded_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE arm (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  sha256 TEXT NOT NULL,              -- of the specification and the driver's build id
  build_id TEXT NOT NULL,            -- of the driver as loaded
  specification TEXT NOT NULL,
  UNIQUE (campaign_id, position),
  UNIQUE (campaign_id, name)
) STRICT;

CREATE TABLE arm_fact (
  arm_id INTEGER NOT NULL REFERENCES arm (id),
  name TEXT NOT NULL,                -- 'driver.name', 'param.poll_queues', 'memory.bytes_per_device'
  value TEXT NOT NULL,
  PRIMARY KEY (arm_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE artefact (
  id INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  content BLOB                       -- NULL: known by its hash only
) STRICT;

CREATE TABLE block (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  number INTEGER NOT NULL CHECK (number >= 1),
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  status TEXT NOT NULL CHECK (status IN ('running', 'complete', 'interrupted', 'failed')),
  reason TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  arm_order TEXT NOT NULL,           -- names as measured, a JSON array
  cell_order TEXT NOT NULL,          -- keys as measured, a JSON array
  UNIQUE (campaign_id, number, attempt)
) STRICT;

CREATE TABLE boot (
  id INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL REFERENCES block (id),
  number INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted', 'failed')),
  accelerator TEXT NOT NULL,
  kernel_release TEXT NOT NULL,
  boot_time_ns INTEGER NOT NULL,     -- QEMU's start to the agent's hello; 0: it never came
  guest_id INTEGER REFERENCES environment (id),
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  incident TEXT NOT NULL,            -- panic, oops, WARN, timeout
  argv TEXT NOT NULL,                -- QEMU's, a JSON array
  console TEXT NOT NULL,
  UNIQUE (block_id, number)
) STRICT;

CREATE INDEX boot_by_kernel ON boot (block_id, kernel_release);

CREATE TABLE campaign (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  tag TEXT NOT NULL DEFAULT '',
  status TEXT NOT NULL CHECK (status IN ('running', 'finished', 'interrupted', 'failed')),
  started_ms INTEGER NOT NULL,
  ended_ms INTEGER,
  baseline TEXT NOT NULL,            -- an arm's name
  accelerator TEXT NOT NULL,         -- 'kvm', 'tcg,thread=single', 'tcg,thread=multi'
  ringside_version TEXT NOT NULL,
  seed INTEGER NOT NULL,             -- 64 bits, the sign bit is one of them
  blocks INTEGER NOT NULL,           -- planned
  runs INTEGER NOT NULL,             -- fio runs per cell and boot
  host_id INTEGER NOT NULL REFERENCES environment (id),
  fio TEXT NOT NULL,                 -- options common to all cells, a JSON object
  question TEXT NOT NULL,
  toml TEXT NOT NULL
, runner TEXT NOT NULL DEFAULT '') STRICT;

CREATE INDEX campaign_by_name ON campaign (name, started_ms);

CREATE INDEX campaign_by_start ON campaign (started_ms);

CREATE INDEX campaign_by_tag ON campaign (tag, started_ms) WHERE tag <> '';

CREATE TABLE campaign_artefact (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  name TEXT NOT NULL,                -- 'guest-image debian-6.12', 'driver x.ko'
  artefact_id INTEGER NOT NULL REFERENCES artefact (id),
  PRIMARY KEY (campaign_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE campaign_cell (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  position INTEGER NOT NULL,
  cell_id INTEGER NOT NULL REFERENCES cell (id),
  PRIMARY KEY (campaign_id, position),
  UNIQUE (campaign_id, cell_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE cell (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,          -- sorted "name=value name=value"
  options TEXT NOT NULL              -- a JSON object
) STRICT;

CREATE TRIGGER direction_into_history AFTER INSERT ON direction
BEGIN
  INSERT INTO history
  SELECT cell_id, arm_id, block_id, run, NEW.direction, NEW.ios, NEW.runtime_ns, NEW.lat_count, NEW.lat_mean_ns,
         NEW.lat_stddev_ns
  FROM measurement WHERE id = NEW.measurement_id AND status = 'valid' AND probed = 0;
END;

CREATE TABLE direction (
  id INTEGER PRIMARY KEY,
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  direction TEXT NOT NULL CHECK (direction IN ('read', 'write', 'trim')),
  ios INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  runtime_ns INTEGER NOT NULL,
  iops REAL NOT NULL,                -- as fio counts it
  lat_mean_ns REAL NOT NULL,
  lat_stddev_ns REAL NOT NULL,
  lat_count INTEGER NOT NULL,
  lat_min_ns INTEGER NOT NULL,
  lat_max_ns INTEGER NOT NULL,
  latency_of TEXT CHECK (latency_of IN ('total', 'completion')),  -- of what the bins are; NULL: there are none
  UNIQUE (measurement_id, direction)
) STRICT;

CREATE TABLE disk_treatment (
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  position INTEGER NOT NULL,
  disk TEXT NOT NULL,
  log_default INTEGER,               -- queues by the kernel log; NULL: it said nothing
  log_read INTEGER,
  log_poll INTEGER,
  hctx_default INTEGER,              -- queues by debugfs; NULL: not readable
  hctx_read INTEGER,
  hctx_poll INTEGER,
  scheduler TEXT NOT NULL,
  completed INTEGER NOT NULL,
  interrupts INTEGER NOT NULL,
  PRIMARY KEY (measurement_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE environment (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('host', 'guest')),
  identity TEXT NOT NULL,            -- equal for the same machine
  name TEXT NOT NULL,
  recorded_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX environment_by_identity ON environment (kind, identity, name);

CREATE TABLE environment_fact (
  environment_id INTEGER NOT NULL REFERENCES environment (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (environment_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE fio_output (
  measurement_id INTEGER PRIMARY KEY REFERENCES measurement (id),
  iops_samples TEXT NOT NULL,        -- per log interval, a JSON array
  json_size INTEGER NOT NULL,        -- bytes before compression
  json BLOB NOT NULL                 -- zlib; in the sqlite3 shell: sqlar_uncompress(json, json_size)
) STRICT;

CREATE TABLE gate_stage (
  second_id INTEGER PRIMARY KEY REFERENCES campaign (id),
  first_id INTEGER NOT NULL REFERENCES campaign (id)
) STRICT;

CREATE INDEX gate_stage_by_first ON gate_stage (first_id);

CREATE TABLE gate_verdict (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  baseline_id INTEGER NOT NULL REFERENCES arm (id),
  candidate_id INTEGER NOT NULL REFERENCES arm (id),
  cell_id INTEGER NOT NULL REFERENCES cell (id),
  metric TEXT NOT NULL,
  stage INTEGER NOT NULL CHECK (stage IN (1, 2)),
  verdict TEXT NOT NULL,
  reason TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('PASS', 'WARN', 'FAIL', 'INVALID')),
  blocks INTEGER NOT NULL,
  margin REAL NOT NULL,
  theta REAL,                        -- log-ratio, above zero is slower
  theta_lower REAL,
  theta_upper REAL,
  p REAL,
  p_adjusted REAL,
  UNIQUE (candidate_id, cell_id, metric, stage)
) STRICT;

CREATE INDEX gate_verdict_by_campaign ON gate_verdict (campaign_id);

CREATE TABLE history (
  cell_id INTEGER NOT NULL REFERENCES cell (id),
  arm_id INTEGER NOT NULL REFERENCES arm (id),
  block_id INTEGER NOT NULL REFERENCES block (id),
  run INTEGER NOT NULL,
  direction TEXT NOT NULL,
  ios INTEGER NOT NULL,
  runtime_ns INTEGER NOT NULL,
  lat_count INTEGER NOT NULL,
  lat_mean_ns REAL NOT NULL,
  lat_stddev_ns REAL NOT NULL,
  PRIMARY KEY (cell_id, arm_id, block_id, run, direction)
) STRICT, WITHOUT ROWID;

CREATE TABLE latency (
  direction_id INTEGER PRIMARY KEY REFERENCES direction (id),
  bins BLOB NOT NULL                 -- runner/store/histogram_codec.h
) STRICT;

CREATE TABLE margin (
  campaign_id INTEGER NOT NULL REFERENCES campaign (id),
  position INTEGER NOT NULL,         -- a later one wins
  cell TEXT NOT NULL,                -- glob over the cell's key
  metric TEXT NOT NULL,
  fraction REAL NOT NULL,
  PRIMARY KEY (campaign_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE measurement (
  id INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL REFERENCES block (id),
  boot_id INTEGER NOT NULL REFERENCES boot (id),
  arm_id INTEGER NOT NULL REFERENCES arm (id),
  cell_id INTEGER NOT NULL REFERENCES cell (id),
  run INTEGER NOT NULL CHECK (run >= 1),
  probed INTEGER NOT NULL CHECK (probed IN (0, 1)),
  status TEXT NOT NULL CHECK (status IN ('valid', 'invalid')),
  reason TEXT NOT NULL,
  started_ms INTEGER NOT NULL,
  duration_ns INTEGER NOT NULL,
  fio_version TEXT,                  -- this and the following: NULL where fio gave no result
  user_cpu_percent REAL,
  system_cpu_percent REAL,
  context_switches INTEGER,
  UNIQUE (block_id, arm_id, cell_id, run, probed)
) STRICT;

CREATE INDEX measurement_by_cell ON measurement (cell_id, arm_id, block_id, run, probed, status);

CREATE INDEX measurement_invalid ON measurement (block_id) WHERE status = 'invalid';

CREATE TABLE path_length (
  block_id INTEGER NOT NULL REFERENCES block (id),
  arm_id INTEGER NOT NULL REFERENCES arm (id),
  cell_id INTEGER NOT NULL REFERENCES cell (id),
  module TEXT NOT NULL,              -- 'vmlinux' for the kernel itself
  function TEXT NOT NULL,
  instructions INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  ios INTEGER NOT NULL,
  PRIMARY KEY (block_id, arm_id, cell_id, module, function)
) STRICT, WITHOUT ROWID;

CREATE TABLE path_stretch (
  block_id INTEGER NOT NULL,
  arm_id INTEGER NOT NULL,
  cell_id INTEGER NOT NULL,
  module TEXT NOT NULL,
  function TEXT NOT NULL,
  offset INTEGER NOT NULL,           -- of the first instruction, from the function's start
  instructions INTEGER NOT NULL,     -- in the stretch
  executions INTEGER NOT NULL,       -- of each of them, as a difference of two runs
  PRIMARY KEY (block_id, arm_id, cell_id, module, function, offset),
  FOREIGN KEY (block_id, arm_id, cell_id, module, function)
    REFERENCES path_length (block_id, arm_id, cell_id, module, function)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe_counter (
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  name TEXT NOT NULL,
  queue INTEGER NOT NULL,            -- hardware queue, -1 for the device
  value INTEGER NOT NULL,
  PRIMARY KEY (measurement_id, name, queue)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe_histogram (
  id INTEGER PRIMARY KEY,
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  name TEXT NOT NULL,
  queue INTEGER NOT NULL,
  bins BLOB NOT NULL,                -- runner/store/histogram_codec.h
  UNIQUE (measurement_id, name, queue)
) STRICT;

CREATE TABLE treatment_check (
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('passed', 'failed', 'unknown')),
  evidence TEXT NOT NULL,
  PRIMARY KEY (measurement_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE warning (
  measurement_id INTEGER NOT NULL REFERENCES measurement (id),
  position INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (measurement_id, position)
) STRICT, WITHOUT ROWID;

PRAGMA application_id = 1383295332;
PRAGMA user_version = 6;
