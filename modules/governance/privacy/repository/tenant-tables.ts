import * as schema from "#db/schema";
import { readChat } from "./chat.ts";
import { pagesOf, type ReadPages, type Row } from "./pages.ts";
import type { Shown } from "./shown.ts";

/** A table in the export of an organization. */
export interface TenantTable {
	/** Name of its file, without the extension. */
	readonly file: string;
	readonly read: ReadPages;
	/** Whether a row is exported; default: every one is. */
	readonly isShown?: (row: Row, shown: Shown) => boolean | Promise<boolean>;
}

const byTranscript = ({ transcriptId }: Row, shown: Shown) => shown.isOwnerShown("transcript", String(transcriptId));
const isNotDeleted = ({ deletedAtMs }: Row) => deletedAtMs === null;

/** The tables that the export of an organization contains; `tests/architecture/exports.test.ts` knows the others. */
export const TENANT_TABLES: readonly TenantTable[] = [
	{ file: "members", read: pagesOf(schema.memberships, ["userId"]) },
	{ file: "former-members", read: pagesOf(schema.departures, ["userId"]) },
	{ file: "guardian-consents", read: pagesOf(schema.guardianConsents, ["userId"]) },
	{ file: "invitations", read: pagesOf(schema.invitations, ["id"]) },
	{ file: "api-keys", read: pagesOf(schema.apiKeys, ["id"]) },
	{ file: "suspensions", read: pagesOf(schema.organizationBlocks, ["id"]) },
	{ file: "domains", read: pagesOf(schema.domains, ["id"]) },
	{ file: "domain-leavers", read: pagesOf(schema.domainLeavers, ["userId"]) },
	{ file: "retention-changes", read: pagesOf(schema.retentionChanges, ["id"]) },
	{ file: "retention-runs", read: pagesOf(schema.retentionRuns, ["id"]) },
	{ file: "webhooks", read: pagesOf(schema.webhooks, ["id"]) },
	{ file: "webhook-deliveries", read: pagesOf(schema.webhookDeliveries, ["id"]) },
	{ file: "audit-streams", read: pagesOf(schema.auditStreams, ["id"]) },
	{ file: "integrations", read: pagesOf(schema.integrations, ["id"]) },
	{ file: "subscription", read: pagesOf(schema.subscriptions, ["id"]) },
	{ file: "billing-accounts", read: pagesOf(schema.billingAccounts, ["id"]) },
	{ file: "invoices", read: pagesOf(schema.invoices, ["id"]) },
	{ file: "payment-methods", read: pagesOf(schema.paymentMethods, ["id"]) },
	{ file: "payments", read: pagesOf(schema.payments, ["id"]) },
	{ file: "payment-events", read: pagesOf(schema.paymentEvents, ["id"]) },
	{ file: "legal-holds", read: pagesOf(schema.legalHolds, ["id"]) },
	{ file: "privacy-exports", read: pagesOf(schema.privacyExports, ["id"]) },
	{ file: "privacy-erasures", read: pagesOf(schema.privacyErasures, ["id"]) },
	{ file: "workspaces", read: pagesOf(schema.workspaces, ["id"]) },
	{ file: "workspace-members", read: pagesOf(schema.workspaceMembers, ["workspaceId", "userId"]) },
	{ file: "workspace-invitations", read: pagesOf(schema.workspaceInvitations, ["invitationId", "workspaceId"]) },
	{ file: "meetings", read: pagesOf(schema.meetings, ["id"]), isShown: isNotDeleted },
	{ file: "participants", read: pagesOf(schema.participants, ["id"]) },
	{ file: "consents", read: pagesOf(schema.consents, ["id"]) },
	{
		file: "chat-messages",
		read: readChat,
		isShown: (row, shown) => shown.isMessageShown(row),
	},
	{ file: "uploads", read: pagesOf(schema.uploads, ["id"]) },
	{
		file: "recordings",
		read: pagesOf(schema.recordings, ["id"]),
		isShown: ({ id }, shown) => shown.isOwnerShown("recording", String(id)),
	},
	{
		file: "transcripts",
		read: pagesOf(schema.transcripts, ["id"]),
		isShown: (row, shown) => isNotDeleted(row) && shown.isOwnerShown("transcript", String(row.id)),
	},
	{ file: "speakers", read: pagesOf(schema.speakers, ["transcriptId", "id"]), isShown: byTranscript },
	{ file: "segments", read: pagesOf(schema.segments, ["transcriptId", "startMs", "seq"]), isShown: byTranscript },
	{
		file: "segment-revisions",
		read: pagesOf(schema.segmentRevisions, ["transcriptId", "segmentId", "revision"]),
		isShown: byTranscript,
	},
	{
		file: "translations",
		read: pagesOf(schema.translations, ["id"]),
		isShown: (row, shown) => isNotDeleted(row) && shown.isOwnerShown("translation", String(row.id)),
	},
	{
		file: "translated-segments",
		read: pagesOf(schema.translatedSegments, ["translationId", "segmentId"]),
		isShown: ({ translationId }, shown) => shown.isOwnerShown("translation", String(translationId)),
	},
	{
		file: "summaries",
		read: pagesOf(schema.summaries, ["id"]),
		isShown: ({ id }, shown) => shown.isOwnerShown("summary", String(id)),
	},
	{
		file: "action-items",
		read: pagesOf(schema.actionItems, ["meetingId", "position", "id"]),
		isShown: ({ meetingId }, shown) => shown.isOwnerShown("action_items", String(meetingId)),
	},
	{
		file: "former-texts",
		read: pagesOf(schema.formerTexts, ["id"]),
		// What is left of a hold that was released is about to be deleted.
		isShown: ({ meetingId }, shown) => shown.isHeld(String(meetingId)),
	},
	{ file: "jobs", read: pagesOf(schema.processingJobs, ["id"]) },
	{ file: "content-ledger", read: pagesOf(schema.artifacts, ["id"]) },
	{ file: "notifications", read: pagesOf(schema.notifications, ["id"]) },
	{ file: "notification-preferences", read: pagesOf(schema.notificationPreferences, ["userId"]) },
	{ file: "calendar-feeds", read: pagesOf(schema.calendarFeeds, ["id"]) },
	{ file: "usage", read: pagesOf(schema.usageRecords, ["meter", "subject"]) },
	{ file: "usage-totals", read: pagesOf(schema.usageTotals, ["meter", "grain", "startMs"]) },
	{ file: "audit-log", read: pagesOf(schema.auditEntries, ["sequence"]) },
	{ file: "events", read: pagesOf(schema.events, ["sequence"]) },
];

/** The recordings whose content the export of an organization contains. */
export const readRecordings = pagesOf(schema.recordings, ["id"]);
