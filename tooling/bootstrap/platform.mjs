// Read from this Node, which is linked with the system's C library.
const glibc = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime;
const library = process.platform === 'linux' && !glibc ? ' without glibc' : '';

/** The system, as far as it decides what runs on it. */
export const platform = `${process.platform} ${process.arch}${library}`;
export const isSupported = ['linux x64', 'linux arm64'].includes(platform);
export const supported = 'Rowcast runs on Linux with glibc (x64, arm64); elsewhere use docker compose.';
