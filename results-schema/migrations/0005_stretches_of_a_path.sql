-- SPDX-License-Identifier: GPL-3.0-or-later
-- The exact lane: neighbouring instructions of a function that were executed equally often. What every call executes
-- and what depends on a condition can be told apart by them.
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
