import type { CaptionAddressRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import type { RequestContext } from "#kernel/request-context";
import { secretAddress } from "#kernel/secret-address";
import {
	findMeetingRights,
	lockMeeting,
	lockMeetingRow,
	meetingAccess,
	meetingOrg,
	shareMeetingRow,
} from "#modules/meetings/meetings";
import { assertWritableOrganization, closedIn } from "#modules/tenancy/organization-records";
import { systemContext } from "#modules/tenancy/permissions";
import type { Core } from "#platform/module";
import type { AddressMakers } from "./address-makers.ts";
import { addressNotFound, addressRefused, notStarted } from "./errors.ts";
import { type ExternalCaptions, languageOf } from "./external-captions.ts";
import { facts } from "./facts.ts";
import { lacksTranscript } from "./locks.ts";
import { addressesOf, findAddress } from "./repository/addresses.ts";
import { findSession } from "./repository/sessions.ts";
import type { CaptionAddress, IssuedCaptionAddress } from "./schemas.ts";

const secrets = secretAddress("org", "mtg");
/** Most characters of a caption. */
const MAX_CHARS = 20_000;

export interface AddressesDeps extends Pick<Core, "store" | "newId" | "unitOfWork" | "publicUrl"> {
	readonly externalCaptions: Pick<ExternalCaptions, "take">;
	readonly makers: AddressMakers;
}

/** A caption as a captioner's tool posts it. */
export interface PostedCaption {
	readonly seq: string | undefined;
	readonly lang: string | undefined;
	readonly text: string;
}

export type Addresses = ReturnType<typeof createAddresses>;

/** Creates the service of caption addresses: secret ones, for the tools of captioners, who use them like Zoom's. */
export function createAddresses({ store, newId, unitOfWork, publicUrl, externalCaptions, makers }: AddressesDeps) {
	const toAddress = ({ meetingId, createdAtMs }: CaptionAddressRow): CaptionAddress => ({
		meetingId,
		createdAt: rfc3339(createdAtMs),
	});

	/** Returns the address with a secret. @throws `forbidden` */
	async function find(secret: string): Promise<CaptionAddressRow> {
		const named = secrets.read(secret);
		const row = named && (await findAddress(store.db, ...named.ids));
		if (row?.secretHash !== named?.secretHash || !row) throw addressRefused();
		return row;
	}

	/** Returns who has made an address, with the rights they hold now. @throws `forbidden` when they have none */
	async function makerOf(db: ReadDb, row: CaptionAddressRow, stranger: Principal | null): Promise<Principal> {
		const maker = await makers.makerOf(db, row, stranger);
		if (maker === null) throw addressRefused();
		return maker;
	}

	return {
		/**
		 * Makes the address of a meeting, in place of the one it had.
		 * @throws `not_found` `forbidden` `purged` `state_conflict`
		 */
		async create(context: RequestContext, meetingId: string): Promise<IssuedCaptionAddress> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				await lockMeeting(change, orgId, meetingId, "run");
				const { secret, secretHash } = secrets.issue(orgId, meetingId);
				const row: CaptionAddressRow = {
					orgId,
					id: newId("cap"),
					meetingId,
					secretHash,
					...makers.madeBy(change.principal),
					createdAtMs: change.nowMs,
				};
				const addresses = addressesOf(change.tx, orgId);
				await addresses.removeOf(meetingId);
				await addresses.insert(row);
				change.record(orgId, facts["caption_address.create"], { id: row.id, object: toAddress(row) });
				// Tools append `&seq=…&lang=…`, and put `/seq` before the question mark to ask for the last one.
				return { ...toAddress(row), url: `${publicUrl.href}/captions/${secret}?v=1` };
			});
		},

		/** Removes the address of a meeting. @throws `not_found` `forbidden` `purged` `state_conflict` */
		async remove(context: RequestContext, meetingId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				await lockMeeting(change, orgId, meetingId, "run");
				const row = await findAddress(change.tx, orgId, meetingId);
				if (!row) throw addressNotFound();
				await addressesOf(change.tx, orgId).removeOf(meetingId);
				change.record(orgId, facts["caption_address.delete"], { id: row.id, object: toAddress(row) });
			});
		},

		/**
		 * Takes a caption that was posted to an address, as long as who made it may run the meeting. One whose number is not
		 * above the last changes nothing.
		 * @returns the last number
		 * @throws `forbidden` for an unknown address, `invalid_request` for a meeting that is not live or a number that is
		 * missing, `consent_required` `organization_suspended`
		 */
		async post(
			{ idempotency }: Pick<RequestContext, "idempotency">,
			secret: string,
			{ seq: given, lang, text }: PostedCaption,
		): Promise<string> {
			const address = await find(secret);
			const { orgId, meetingId: id } = address;
			const stranger = await makers.strangerOf(address);
			if (given === undefined) throw new AppError("invalid_request", "seq is required: it numbers the captions.");
			const language = languageOf(lang);
			const said = text.trim() === "" ? [] : [{ text: text.slice(0, MAX_CHARS) }];
			const context = { ...systemContext("job:captions"), idempotency };
			const { captionSeq } = await unitOfWork.run(context, async (change) => {
				const closed = closedIn((await assertWritableOrganization(change.tx, orgId)).state);
				if (closed) throw closed;
				const lock = (await lacksTranscript(change.tx, orgId, id)) ? lockMeetingRow : shareMeetingRow;
				const meeting = await lock(change.tx, { orgId, id });
				if (!meeting) throw addressRefused();
				const maker = await makerOf(change.tx, address, stranger);
				if (!(await meetingAccess(change.tx, maker, meeting)).canRun) throw addressRefused();
				if (meeting.state !== "live") throw notStarted(meeting.state);
				return externalCaptions.take(change, meeting, { captions: said, seq: Number(given), language });
			});
			return String(captionSeq ?? 0);
		},

		/** Returns the last number that was posted to an address; 0: none. @throws `forbidden` `invalid_request` */
		async lastSeq(secret: string): Promise<string> {
			const address = await find(secret);
			const { orgId, meetingId } = address;
			const maker = await makerOf(store.db, address, await makers.strangerOf(address));
			// They may not even see it any more.
			const found = await findMeetingRights(store.db, maker, orgId, meetingId).catch(refuse);
			if (!found.rights.canRun) throw addressRefused();
			const session = await findSession(store.db, orgId, meetingId);
			if (session?.state === "closed") throw notStarted("ended");
			return String(session?.captionSeq ?? 0);
		},
	};
}

/** @throws `forbidden` for whatever the caller is refused for */
function refuse(error: unknown): never {
	throw error instanceof AppError ? addressRefused() : error;
}
