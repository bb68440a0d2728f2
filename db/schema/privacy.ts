import { sql } from "drizzle-orm";
import { person } from "../declarations.ts";
import { bigint, foreignKey, id, index, instant, int, json, knownValues, oneOf, real, table, text } from "../dsl.ts";
import { blobs } from "./blobs.ts";
import { ofTenant, tenantKeys } from "./of-tenant.ts";

/** Whose data an export contains. */
export const EXPORT_SUBJECTS = ["person", "organization"] as const;

/** States of an export; `expired`: its file was deleted. */
export const EXPORT_STATES = ["queued", "running", "ready", "failed", "expired"] as const;

/** Exports of personal data, and of everything an organization has, as archives in the blob store. */
export const privacyExports = table(
	"privacy_exports",
	{
		...ofTenant({ export: "privacy-exports" }),
		subject: oneOf(...EXPORT_SUBJECTS).notNull(),
		/** The account whose data it contains; null: none is known, or it is of the organization. */
		userId: person(id(), {
			keeps: "that there was an export; its archive is deleted, and the id identifies no one any more",
			notExported: "that there was an export; the archive itself is this one's like",
		}),
		/** The address that was asked for, in the form used for comparison; null: an account was. */
		emailKey: person(text(), { notExported: "that there was an export; the archive itself is this one's like" }),
		state: oneOf(...EXPORT_STATES).notNull(),
		/** 0…1. */
		progress: real().notNull(),
		/** The archive; null before it is ready, and once it was deleted. */
		blobId: id(),
		sizeBytes: bigint(),
		/** Of the archive, hex. */
		sha256: id(),
		/** Error code of a failed one; null otherwise. */
		failure: text(),
		requestedBy: person(text().notNull(), { notExported: "that they requested an export is in their audit log" }),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		/** When what it contains was begun to be read; null before. */
		startedAtMs: instant(),
		/** When it became ready or failed; null before. */
		endedAtMs: instant(),
		/** When its archive is deleted; null before it is ready. */
		expiresAtMs: instant(),
	},
	(t) => [
		...tenantKeys("privacy_exports", t),
		foreignKey({
			name: "privacy_exports_blob_fk",
			columns: [t.orgId, t.blobId],
			foreignColumns: [blobs.orgId, blobs.id],
		}),
		index("privacy_exports_by_age").on(t.orgId, t.createdAtMs, t.id),
		// Not led by orgId: the cleanup deletes the archives of all tenants.
		index("privacy_exports_expiring").on(t.expiresAtMs, t.orgId, t.id).where(sql`${t.state} = 'ready'`),
		// Not led by orgId: which rows name this person, when they are erased?
		index("privacy_exports_of_user").on(t.userId, t.orgId).where(sql`${t.userId} is not null`),
		index("privacy_exports_of_email").on(t.emailKey, t.orgId).where(sql`${t.emailKey} is not null`),
		index("privacy_exports_of_blob").on(t.orgId, t.blobId).where(sql`${t.blobId} is not null`),
		...knownValues("privacy_exports", t),
	],
);

/** An export as stored. */
export type PrivacyExportRow = typeof privacyExports.$inferSelect;

/** States of an erasure; it does not fail, but goes on until it is complete. */
export const ERASURE_STATES = ["queued", "running", "completed"] as const;

/** Erasures of people from an organization, and their receipts. */
export const privacyErasures = table(
	"privacy_erasures",
	{
		...ofTenant({ export: "privacy-erasures" }),
		/** Whom it is of; once erased, the id names nobody in the organization any more. */
		userId: person(id().notNull(), {
			keeps: "the receipt of an erasure; the id identifies no one any more",
			notExported: "a person who is erased has nothing left to be exported",
		}),
		/**
		 * Their address in the form used for comparison; null once the erasure is complete, or is repeated because a hold that
		 * had left something was released.
		 */
		emailKey: person(text(), { notExported: "a person who is erased has nothing left to be exported" }),
		state: oneOf(...ERASURE_STATES).notNull(),
		/** As given; null for none. */
		reason: text(),
		/** Number of rows erased so far, by what they were. */
		erased: json<Readonly<Record<string, number>>>().notNull(),
		/** How many of the meetings they took part in a hold preserves; null until the erasure is complete. */
		heldMeetings: int(),
		requestedBy: person(text().notNull(), { notExported: "that they requested an erasure is in their audit log" }),
		version: int().notNull(),
		createdAtMs: instant().notNull(),
		completedAtMs: instant(),
	},
	(t) => [
		...tenantKeys("privacy_erasures", t),
		index("privacy_erasures_by_age").on(t.orgId, t.createdAtMs, t.id),
		index("privacy_erasures_unfinished").on(t.orgId, t.userId).where(sql`${t.state} <> 'completed'`),
		index("privacy_erasures_held").on(t.orgId, t.id).where(sql`${t.state} = 'completed' and ${t.emailKey} is not null`),
		...knownValues("privacy_erasures", t),
	],
);

/** An erasure as stored. */
export type PrivacyErasureRow = typeof privacyErasures.$inferSelect;
