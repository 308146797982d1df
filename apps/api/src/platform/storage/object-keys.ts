/** Keys in the object store. */
export const objectKeys = {
  upload: (datasetId: string, sha256: string) => `uploads/${datasetId}/${sha256}`,
  uploadFolder: (datasetId: string) => `uploads/${datasetId}/`,
  table: (datasetId: string) => `datasets/${datasetId}/table.parquet`,
  rejects: (datasetId: string) => `datasets/${datasetId}/rejects.parquet`,
  profile: (datasetId: string) => `datasets/${datasetId}/profile.json`,
  datasetFolder: (datasetId: string) => `datasets/${datasetId}/`,
  avatar: (name: string) => `avatars/${name}.webp`,
  archive: (archiveId: string) => `archives/${archiveId}.zip`,
  onnx: (sha256: string) => `onnx/${sha256}.onnx`,
  bundle: (hash: string) => `bundles/${hash}.rowcast`,
} as const;

/** Public URL of a picture. */
export const avatarUrl = (key: string | null): string | null =>
  key && `/api/v1/${key.replace(/\.webp$/, '')}`;
