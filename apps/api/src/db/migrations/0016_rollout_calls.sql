CREATE TABLE "rollout_calls" (
	"rollout_id" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"side" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"away" integer DEFAULT 0 NOT NULL,
	"failed_from" timestamp with time zone,
	"failed_until" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"scored" integer DEFAULT 0 NOT NULL,
	"score_sum" double precision DEFAULT 0 NOT NULL,
	"score_squares" double precision DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"differing" integer DEFAULT 0 NOT NULL,
	"max_delta" real DEFAULT 0 NOT NULL,
	CONSTRAINT "rollout_calls_rollout_id_slot_side_pk" PRIMARY KEY("rollout_id","slot","side")
);
--> statement-breakpoint
CREATE TABLE "rollout_latency" (
	"rollout_id" text NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"side" text NOT NULL,
	"bucket" smallint NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "rollout_latency_rollout_id_slot_side_bucket_pk" PRIMARY KEY("rollout_id","slot","side","bucket")
);
--> statement-breakpoint
UPDATE "rollouts" SET "gates" = '{"maxRefusalRate": null}'::jsonb || "gates";--> statement-breakpoint
UPDATE "rollouts" SET "figures" = "figures" || jsonb_build_object(
	'stable', '{"refusalRate": null}'::jsonb || ("figures" -> 'stable'),
	'candidate', '{"refusalRate": null}'::jsonb || ("figures" -> 'candidate'))
	WHERE jsonb_typeof("figures") = 'object';
