-- works with 0003_rooms_and_branding
ALTER TABLE "recordings" ADD COLUMN "mix_of" jsonb;