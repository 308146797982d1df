DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "audit_log_target";--> statement-breakpoint
CREATE INDEX "api_keys_workspace" ON "api_keys" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "deployments_workspace" ON "deployments" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "deployments_model" ON "deployments" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "notifications_workspace" ON "notifications" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "rollouts_workspace" ON "rollouts" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "rollouts_deployment" ON "rollouts" USING btree ("deployment_id");--> statement-breakpoint
CREATE INDEX "test_cases_workspace" ON "test_cases" USING btree ("workspace_id");--> statement-breakpoint
CREATE INDEX "invites_inviter" ON "invites" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "invites_accepter" ON "invites" USING btree ("accepted_by");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","workspace_id","seq");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_id","workspace_id","seq");