DROP INDEX "audit_log_at";--> statement-breakpoint
CREATE INDEX "audit_log_actor_action" ON "audit_log" USING btree ("workspace_id","actor_id","action","seq");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("workspace_id","at","seq");