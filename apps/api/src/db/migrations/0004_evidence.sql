DROP INDEX "notifications_user";--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "started_by" text;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD COLUMN "at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "ip_salt" text NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "ip_hash" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mail_due_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("user_id","id");