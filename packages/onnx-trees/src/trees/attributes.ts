/** The attributes of TreeEnsembleRegressor that are read. */
export interface TreeAttributes {
  n_targets: number;
  nodes_treeids: readonly number[];
  nodes_nodeids: readonly number[];
  nodes_featureids: readonly number[];
  nodes_values: readonly number[];
  nodes_modes: readonly string[];
  nodes_truenodeids: readonly number[];
  nodes_falsenodeids: readonly number[];
  nodes_missing_value_tracks_true?: readonly number[];
  target_treeids: readonly number[];
  target_nodeids: readonly number[];
  target_ids: readonly number[];
  target_weights: readonly number[];
}
