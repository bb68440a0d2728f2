import type { CaptionLinkRow, MeetingState } from "#db/schema";
import { DAY_MS, rfc3339 } from "#kernel/clock";
import { invalidMember } from "#kernel/field-errors";
import { parseInstant } from "#kernel/instant";
import { type RatePolicy, rateLimited } from "#kernel/rate-limit";
import type { RequestContext } from "#kernel/request-context";
import { secretAddress } from "#kernel/secret-address";
import type { LiveAccessModule } from "#modules/meetings/live-access";
import { assertRecordsOpen, assertRuns, findMeetingRights, lockMeeting, meetingOrg } from "#modules/meetings/meetings";
import { findBrand } from "#modules/tenancy/branding";
import { findOrganization } from "#modules/tenancy/organization-records";
import type { AddressMakers } from "#modules/transcripts/captions";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { linkNotFound, linkRefused, nothingToRead, notStarted } from "./errors.ts";
import { facts } from "./facts.ts";
import { type Readers, readerBy } from "./readers.ts";
import { findLink, linksOf } from "./repository.ts";
import {
	type CaptionLink,
	type CaptionReaderTicket,
	type CreateCaptionLinkRequest,
	captionLinkFields,
	type IssuedCaptionLink,
} from "./schemas.ts";

const secrets = secretAddress("org", "mtg");

export interface LinksDeps extends Pick<Core, "store" | "clock" | "newId" | "unitOfWork" | "publicUrl" | "limiter"> {
	readonly policies: { readonly "live-connect": RatePolicy } | null;
	readonly makers: AddressMakers;
	readonly readers: Readers;
	readonly access: Pick<LiveAccessModule, "issue">;
}

export type LinksService = ReturnType<typeof createLinksService>;

/** Creates the service of captions links: secret addresses at which people without an account read what is being said. */
export function createLinksService(deps: LinksDeps) {
	const { store, clock, newId, unitOfWork, publicUrl, limiter, policies, makers, readers, access } = deps;

	const toLink = ({ id, meetingId, createdBy, createdAtMs, expiresAtMs }: CaptionLinkRow): CaptionLink => ({
		id,
		meetingId,
		createdBy,
		createdAt: rfc3339(createdAtMs),
		expiresAt: rfc3339(expiresAtMs),
	});

	/** Counts the tickets of a link for one network: a class that shares an address opens the page at once. @throws `rate_limited` */
	async function throttle({ id }: CaptionLinkRow, ip: string | null): Promise<void> {
		if (policies === null) return;
		const verdict = await limiter.take(policies["live-connect"], `${id} ${ip ?? ""}`);
		if (!verdict.allowed) throw rateLimited("Too many connections", verdict);
	}

	return {
		/**
		 * Makes the link of a meeting, in place of the one it had.
		 * @throws `validation_failed` `not_found` `forbidden` `purged` `state_conflict`
		 */
		async create(
			context: RequestContext,
			meetingId: string,
			{ expiresAt }: CreateCaptionLinkRequest,
		): Promise<IssuedCaptionLink> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			return unitOfWork.run(context, async (change) => {
				const { nowMs, principal, tx } = change;
				const expiry = expiresAt === undefined ? null : parseExpiry(expiresAt, nowMs);
				const meeting = await lockMeeting(change, orgId, meetingId, "run");
				if (!isOpen(meeting.state)) throw nothingToRead(meeting.state);
				const id = newId("cpl");
				assertRecordsOpen(await findOrganization(tx, orgId), readerBy({ id, orgId }), meeting);
				const { secret, secretHash } = secrets.issue(orgId, meetingId);
				const row: CaptionLinkRow = {
					orgId,
					id,
					meetingId,
					secretHash,
					...makers.madeBy(principal),
					expiresAtMs: expiry ?? Math.max(nowMs, meeting.scheduledStartAtMs ?? 0) + DAY_MS,
					createdAtMs: nowMs,
				};
				const former = await findLink(tx, orgId, meetingId);
				if (former) await remove(change, former);
				await linksOf(tx, orgId).insert(row);
				change.record(orgId, facts["caption_link.create"], { id, object: toLink(row) });
				return { ...toLink(row), url: `${publicUrl.href}/c/${secret}` };
			});
		},

		/** Returns the link of a meeting, without its address. @throws `not_found` `forbidden` `purged` `invalid_fields` */
		async get({ principal }: RequestContext, meetingId: string, fields: string | undefined) {
			const select = captionLinkFields.parse(fields);
			const orgId = await meetingOrg(store, principal, meetingId);
			const [{ rights }, row] = await Promise.all([
				findMeetingRights(store.db, principal, orgId, meetingId),
				findLink(store.db, orgId, meetingId),
			]);
			assertRuns(principal, rights);
			if (!row || row.expiresAtMs <= clock.nowMs()) throw linkNotFound();
			return { data: select(toLink(row)), version: 1, variant: `${row.id} ${fields ?? ""}` };
		},

		/** Withdraws the link of a meeting: its readers are disconnected. @throws `not_found` `forbidden` `purged` `state_conflict` */
		async remove(context: RequestContext, meetingId: string): Promise<void> {
			const orgId = await meetingOrg(store, context.principal, meetingId);
			await unitOfWork.run(context, async (change) => {
				await lockMeeting(change, orgId, meetingId, "run");
				const row = await findLink(change.tx, orgId, meetingId);
				if (!row) throw linkNotFound();
				await remove(change, row);
				change.record(orgId, facts["caption_link.delete"], { id: row.id, object: toLink(row) });
			});
		},

		/**
		 * Makes a ticket for a connection of a reader who has a link.
		 * @throws `not_found` `forbidden` `organization_suspended` `state_conflict` before the meeting, `rate_limited`
		 */
		async ticket({ ip }: Pick<RequestContext, "ip">, link: string): Promise<CaptionReaderTicket> {
			const named = secrets.read(link);
			const row = named && (await findLink(store.db, ...named.ids));
			if (!row || row.secretHash !== named.secretHash) throw linkRefused();
			await throttle(row, ip);
			const { standing, endsAtMs } = await readers.witness(row);
			const { id, title, language, state, transcription } = standing.meeting;
			if (state !== "live") throw notStarted();
			const live = access.issue({ orgId: row.orgId, meetingId: id, caller: readers.identify(row) }, endsAtMs);
			const organization = await findOrganization(store.db, row.orgId);
			const { name, branding } = await findBrand(store.db, organization, publicUrl.href);
			return {
				meeting: { id, title, language, translateTo: [...transcription.translateTo] },
				organization: name,
				branding,
				live,
			};
		},
	};
}

const isOpen = (state: MeetingState): boolean => state === "scheduled" || state === "live";

/** Removes a link; its readers are looked at again. */
async function remove({ tx, invalidate }: Change, { orgId, meetingId, id }: CaptionLinkRow): Promise<void> {
	await linksOf(tx, orgId).removeOf(meetingId);
	invalidate(id);
}

/** @throws `validation_failed` */
function parseExpiry(raw: string, nowMs: number): number {
	const expiresAtMs = parseInstant(raw, "/expiresAt");
	if (expiresAtMs <= nowMs) throw invalidMember("/expiresAt", "in_the_past", "must be in the future");
	return expiresAtMs;
}
