ALTER TABLE "api_keys" ADD COLUMN "owner_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_owner" ON "api_keys" USING btree ("owner_id");--> statement-breakpoint
UPDATE "api_keys" k SET "owner_id" = u."id"
FROM "audit_log" a JOIN "users" u ON u."id" = a."actor_id"
WHERE a."workspace_id" = k."workspace_id" AND (
  (a."action" = 'key.created' AND a."target_id" = k."id")
  OR (a."action" = 'key.rotated' AND a."details" -> 'after' ->> 'successor' = k."id")
);
