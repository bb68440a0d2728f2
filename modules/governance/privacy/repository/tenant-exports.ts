import { declarationOf } from "#db/declarations";
import { actionItems, branding, recordings, speakers } from "#db/schema";
import { type TableName, type TenantTable, tenantTables } from "#db/tenant-tables";
import { once } from "#kernel/once";
import { readChat } from "./chat.ts";
import { pagesOf, type ReadPages, type Row } from "./pages.ts";
import type { Shown } from "./shown.ts";

/** A table in the export of an organization. */
interface ExportedTable {
	/** Name of its file, without the extension. */
	readonly file: string;
	readonly read: ReadPages;
	/** Whether a row is exported. */
	readonly isShown: IsShown;
}

type IsShown = (row: Row, shown: Shown) => boolean | Promise<boolean>;

/** The order of the files; others come last. */
const ORDER: readonly string[] = `
	branding members former-members guardian-consents invitations api-keys suspensions domains domain-leavers
	retention-changes retention-runs webhooks webhook-deliveries audit-streams integrations
	subscription billing-accounts invoices payment-methods payments payment-events
	legal-holds privacy-exports privacy-erasures workspaces workspace-members workspace-invitations
	meetings participants consents chat-messages attendance-sheets attendance uploads recordings
	transcripts speakers segments segment-revisions translations translated-segments summaries action-items former-texts
	jobs content-ledger notifications notification-preferences calendar-feeds usage usage-totals audit-log events
`
	.trim()
	.split(/\s+/);

/** How tables are read of which more than the rows is exported, or which another index than the key has in good order. */
const READING: Readonly<Partial<Record<TableName, ReadPages>>> = {
	chat_messages: readChat,
	action_items: pagesOf(actionItems, ["meetingId", "position", "id"]),
	speakers: pagesOf(speakers, ["transcriptId", "id"]),
};

/** Which rows are exported where neither the ledger nor the row itself says that. */
const SHOWN: Readonly<Partial<Record<TableName, IsShown>>> = {
	chat_messages: (row, shown) => shown.isMessageShown(row),
	// What is left of a hold that was released is about to be deleted.
	former_texts: ({ meetingId }, shown) => shown.isHeld(String(meetingId)),
	// The ledger itself tells of what is gone, too.
	artifacts: () => true,
};

/** Returns what says, by the ledger, which rows of a table are shown; rows that wait for their deletion are not. */
function byLedger({ columns }: TenantTable): IsShown {
	const isDeleted = ({ deletedAtMs = null }: Row) => deletedAtMs !== null;
	for (const [name, column] of Object.entries(columns)) {
		const { artifact: owner } = declarationOf(column);
		if (owner) return (row, shown) => !isDeleted(row) && shown.isOwnerShown(owner, String(row[name]));
	}
	return (row) => !isDeleted(row);
}

/** Returns the tables that the export of an organization contains: all that the schema gives a file. */
export const exportedTables = once((): readonly ExportedTable[] =>
	tenantTables()
		.flatMap((each) => {
			const { name, table, key, declaration } = each;
			if (!("export" in declaration)) return [];
			const { export: file } = declaration;
			return [{ file, read: READING[name] ?? pagesOf(table, key), isShown: SHOWN[name] ?? byLedger(each) }];
		})
		.sort((one, other) => placeOf(one) - placeOf(other)),
);

function placeOf({ file }: ExportedTable): number {
	const place = ORDER.indexOf(file);
	return place === -1 ? ORDER.length : place;
}

/** The recordings whose content the export of an organization contains. */
export const readRecordings = pagesOf(recordings, ["id"]);

/** The branding, one row at most, whose logo it contains. */
export const readBranding = pagesOf(branding, ["id"]);
