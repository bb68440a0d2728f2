import { and, eq } from "drizzle-orm";
import * as schema from "#db/schema";
import { type Bound, readRow } from "#db/statement";
import { createLruCache } from "#kernel/lru-cache";
import { pagesOf, type ReadPages } from "./pages.ts";

type OfParticipant = { readonly orgId: string; readonly participantId: string };
const findName = readRow((db, { orgId, participantId }: Bound<OfParticipant>) =>
	db
		.select({ name: schema.participants.name })
		.from(schema.participants)
		.where(and(eq(schema.participants.orgId, orgId), eq(schema.participants.id, participantId)))
		.limit(1),
);

/** Senders whose names are remembered: messages of a meeting follow each other. */
const REMEMBERED = 1_000;

const readMessages = pagesOf(schema.chatMessages, ["meetingId", "sentAtMs", "id"]);

/** Reads chat messages with the names of their senders, which are kept with the participants. */
export const readChat: ReadPages = async function* (store, orgId, first) {
	const names = createLruCache<Promise<string>>(REMEMBERED);
	function nameOf(participantId: string): Promise<string> {
		const name =
			names.get(participantId) ?? findName(store, { orgId, participantId }).then((found) => found?.name ?? "");
		names.set(participantId, name);
		return name;
	}
	for await (const rows of readMessages(store, orgId, first))
		yield await Promise.all(
			rows.map(async (row) =>
				row.participantId === null ? row : { ...row, senderName: await nameOf(String(row.participantId)) },
			),
		);
};
