-- Compressing an answer of a hundred rows costs the server more than all else of its row.
DO $$
DECLARE part text;
BEGIN
	FOR part IN
		SELECT 'request_log' UNION ALL
		SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = 'request_log'::regclass
	LOOP
		EXECUTE format('ALTER TABLE %s ALTER COLUMN request SET STORAGE EXTERNAL, ALTER COLUMN response SET STORAGE EXTERNAL', part);
	END LOOP;
END $$;
