import type { MeetingRow, ParticipantRole, ParticipantRow } from "#db/schema";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import type { Principal } from "#kernel/principal";
import { sha256Hex } from "#kernel/secrets";
import { emailKey, parseEmail, parseName } from "#kernel/text";
import { EXPELLED } from "#modules/meetings/meetings";
import { assertWritableOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";
import { controlIn } from "#platform/compliance";
import { chooseLocale, type Mailer, type MailLocale } from "#platform/mail";
import type { Core } from "#platform/module";
import type { Change } from "#platform/unit-of-work";
import { newInviteCode } from "./codes.ts";
import { unknownPerson } from "./errors.ts";
import type { GuestMail } from "./mails.ts";
import { participantsAdded } from "./moments.ts";
import { participantsOf } from "./repository.ts";
import { insertParticipant, recordParticipant, saveParticipant } from "./save.ts";
import { type AddParticipantRequest, assertOnePerson } from "./schemas.ts";

/** Somebody to take part in a meeting. */
export type NewParticipant =
	| {
			/** A member of the organization. */
			readonly userId: string;
			readonly role: Exclude<ParticipantRole, "guest">;
			/** JSON Pointer of the id, for errors. */
			readonly path: string;
	  }
	| {
			/** An outside guest, by their address. */
			readonly email: string;
			readonly name: string;
			readonly path: string;
	  };

/** A participant who was added. */
export interface Added {
	readonly row: ParticipantRow;
	/** Whether they were added now; false: they took part already. */
	readonly isNew: boolean;
	/** Where a guest joins, when no mail said so; null for others. */
	readonly joinUrl: string | null;
}

export interface ParticipantAdderDeps extends Pick<Core, "newId" | "mailLimits" | "publicUrl"> {
	/** Null without a mail transport: the address to join at is then returned. */
	readonly mailer: Mailer<GuestMail> | null;
}

export type ParticipantAdder = ReturnType<typeof createParticipantAdder>;

/** Creates what adds participants to meetings: {@link ParticipantAdder.prepare} before a change, then `add` within it. */
export function createParticipantAdder({ newId, mailer, mailLimits, publicUrl }: ParticipantAdderDeps) {
	async function addMember(
		change: Change,
		{ orgId, id: meetingId }: MeetingRow,
		{ userId, role, path }: Extract<NewParticipant, { userId: string }>,
	): Promise<Added> {
		const participants = participantsOf(change.tx, orgId);
		const member = await participants.findMember(userId);
		if (member === undefined) throw unknownPerson(path);
		const values = { userId, name: member.name, role, state: "invited" } as const;
		const row = await insertParticipant(change, { ...values, orgId, id: newId("par"), meetingId });
		if (row) {
			recordParticipant(change, "participant.add", row, null);
			return { row, isNew: true, joinUrl: null };
		}
		return addAgain(change, await participants.findOfUser(meetingId, userId), values);
	}

	/** Invites somebody again who was refused or removed; anybody else takes part already. */
	async function addAgain(
		change: Change,
		known: ParticipantRow | undefined,
		values: Partial<ParticipantRow>,
	): Promise<Added> {
		const row = known && (await participantsOf(change.tx, known.orgId).lock(known.id));
		if (!row) throw new Error("a participant that was just there is missing");
		if (!EXPELLED.includes(row.state)) return { row, isNew: false, joinUrl: null };
		const saved = await saveParticipant(change, row, values);
		recordParticipant(change, "participant.add", saved, row);
		return { row: saved, isNew: true, joinUrl: null };
	}

	/** Invites an address, again if it was not used yet: the previous code no longer works. */
	async function addGuest(
		change: Change,
		meeting: MeetingRow,
		{ email, name }: Extract<NewParticipant, { email: string }>,
	): Promise<Added> {
		const { orgId, id: meetingId } = meeting;
		const participants = participantsOf(change.tx, orgId);
		const code = newInviteCode(orgId);
		const values = { email, name, emailKey: emailKey(email), inviteHash: sha256Hex(code), state: "invited" } as const;
		let row = await insertParticipant(change, { ...values, orgId, id: newId("par"), meetingId, role: "guest" });
		if (row) recordParticipant(change, "participant.add", row, null);
		else {
			const known = await participants.findOfEmail(meetingId, values.emailKey);
			const locked = known && (await participants.lock(known.id));
			if (!locked) throw new Error("a participant that was just there is missing");
			if (locked.state !== "invited" && !EXPELLED.includes(locked.state))
				return { row: locked, isNew: false, joinUrl: null };
			row = await saveParticipant(change, locked, values);
			recordParticipant(change, "participant.add", row, locked);
		}
		const url = meeting.conferenceUrl ?? `${publicUrl.href}/meet/${meetingId}#${code}`;
		if (mailer === null) return { row, isNew: true, joinUrl: url };
		await send(mailer, change, meeting, email, url);
		return { row, isNew: true, joinUrl: null };
	}

	return {
		/**
		 * Checks who is to be added, and counts the mails that this takes. Called before the change.
		 * @param path JSON Pointer of the list; null: `people` is a body of its own
		 * @throws `validation_failed` `rate_limited`
		 */
		async prepare(
			by: { readonly orgId: string; readonly principal: Pick<Principal, "id"> },
			people: readonly AddParticipantRequest[],
			path: string | null,
		): Promise<readonly NewParticipant[]> {
			const errors = new FieldErrors();
			const parsed = people.map((person, index) =>
				errors.check(() => parsePerson(person, path === null ? "" : `${path}/${index}`)),
			);
			errors.throwIfAny();
			const prepared = parsed.filter((person) => person !== undefined);
			const mailed = prepared.flatMap((person) => ("email" in person ? [emailKey(person.email)] : []));
			const asked = { purpose: "meeting", orgId: by.orgId, ip: null, chosenBy: by.principal.id } as const;
			await mailLimits.take(...mailed.map((key) => ({ ...asked, emailKey: key })));
			return prepared;
		},

		/**
		 * Adds participants to a meeting that the change made or locked. An address gets the same mail whether or not it has
		 * an account.
		 * @param isQuiet whether members are not notified
		 * @throws `validation_failed` for a `userId` of no member, `conflict` for a full meeting
		 */
		async add(
			change: Change,
			meeting: MeetingRow,
			people: readonly NewParticipant[],
			isQuiet = false,
		): Promise<readonly Added[]> {
			const added: Added[] = [];
			for (const person of people)
				added.push(await ("userId" in person ? addMember(change, meeting, person) : addGuest(change, meeting, person)));
			const notified = added.flatMap(({ row, isNew }) => (isNew && row.userId !== null ? [row] : []));
			if (notified.length > 0 && !isQuiet) await change.reach(participantsAdded, notified);
			return added;
		},
	};
}

function parsePerson(request: AddParticipantRequest, path: string): NewParticipant {
	assertOnePerson(request, path);
	const { userId, email, name, role } = request;
	if (userId !== undefined) {
		if (name !== undefined) throw invalidMember(`${path}/name`, "not_allowed", "is for outside guests only");
		return { userId, role: role ?? "participant", path: `${path}/userId` };
	}
	if (role !== undefined) throw invalidMember(`${path}/role`, "not_allowed", "is for members of the organization only");
	const parsed = parseEmail(email ?? "", `${path}/email`);
	const [localPart = parsed] = parsed.split("@");
	return { email: parsed, name: parseName(name ?? localPart, `${path}/name`), path: `${path}/email` };
}

async function send(
	mailer: Mailer<GuestMail>,
	change: Change,
	meeting: MeetingRow,
	to: string,
	url: string,
): Promise<void> {
	const organization = await assertWritableOrganization(change.tx, meeting.orgId);
	const { timezone, defaultLanguage } = settings.effective(organization);
	const locale = chooseLocale([meeting.language, defaultLanguage]);
	await mailer.send(change, {
		to,
		orgId: meeting.orgId,
		concern: "organization",
		locale,
		content: {
			kind: "meeting_guest",
			meeting: controlIn(organization, "thin_messages") === null ? meeting.title : null,
			organization: organization.name,
			startsAt:
				meeting.scheduledStartAtMs === null || meeting.state === "live"
					? null
					: dateIn(locale, timezone, meeting.scheduledStartAtMs),
			url,
		},
	});
}

const dateIn = (locale: MailLocale, timeZone: string, ms: number): string =>
	new Intl.DateTimeFormat(locale, { dateStyle: "full", timeStyle: "long", timeZone }).format(ms);
