import pg from 'pg';

/** One connection to the database of a product under test. */
export const openDatabase = (connectionString: string): pg.Pool => new pg.Pool({ connectionString, max: 1 });
