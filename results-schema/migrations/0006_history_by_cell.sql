-- SPDX-License-Identifier: GPL-3.0-or-later
-- The history of a cell goes through all campaigns, and its rows lay in as many places of the file as there are rows.
-- This is an index written by hand, since an index covers one table only: the valid, unprobed sums of a cell lie
-- together, with what rates and means are made of. A trigger keeps it, whoever writes.
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

INSERT INTO history
SELECT cell_id, arm_id, block_id, run, direction, ios, runtime_ns, lat_count, lat_mean_ns, lat_stddev_ns
FROM direction CROSS JOIN measurement ON measurement.id = direction.measurement_id
WHERE measurement.status = 'valid' AND measurement.probed = 0
ORDER BY cell_id, arm_id, block_id, run, direction;

CREATE TRIGGER direction_into_history AFTER INSERT ON direction
BEGIN
  INSERT INTO history
  SELECT cell_id, arm_id, block_id, run, NEW.direction, NEW.ios, NEW.runtime_ns, NEW.lat_count, NEW.lat_mean_ns,
         NEW.lat_stddev_ns
  FROM measurement WHERE id = NEW.measurement_id AND status = 'valid' AND probed = 0;
END;

-- A campaign's kernels, without its boots' consoles in between.
CREATE INDEX boot_by_kernel ON boot (block_id, kernel_release);
