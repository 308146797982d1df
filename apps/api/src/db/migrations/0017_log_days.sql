CREATE OR REPLACE FUNCTION "ensure_request_log_day"(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	name text := 'request_log_' || to_char(day, 'YYYYMMDD');
BEGIN
	PERFORM pg_advisory_xact_lock(7261906);
	-- Made apart and attached: made as a partition at once, it would wait for every reader of the log, and all writers for it.
	EXECUTE format('CREATE TABLE IF NOT EXISTS %I (LIKE request_log INCLUDING DEFAULTS INCLUDING STORAGE)', name);
	IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = name::regclass) THEN
		EXECUTE format('ALTER TABLE request_log ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name,
			day::text || ' 00:00:00+00', (day + 1)::text || ' 00:00:00+00');
	END IF;
END $$;
