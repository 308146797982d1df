CREATE TABLE "dataset_lints" (
	"dataset_id" text NOT NULL,
	"target" text NOT NULL,
	"status" text NOT NULL,
	"report" jsonb,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dataset_lints_dataset_id_target_pk" PRIMARY KEY("dataset_id","target")
);
--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "original_id" text;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "datasets" ADD COLUMN "recipe" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dataset_lints" ADD CONSTRAINT "dataset_lints_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_original_id_datasets_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."datasets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "datasets_version" ON "datasets" USING btree ("original_id","version");