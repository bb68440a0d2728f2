import type { MeetingRow, OrganizationRow, TranscriptionOptions } from "#db/schema";
import { MINUTE_MS } from "#kernel/clock";
import { FieldErrors } from "#kernel/field-errors";
import { parseInstantIn, writtenInUtc } from "#kernel/instant";
import { parseLanguage } from "#kernel/locale";
import { parseHttpsUrl, parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import { assertOn, isSwitchedOn } from "#modules/tenancy/features";
import { type COMPLIANCE_MODES, complianceViolation, controlOf } from "#platform/compliance";
import type { UpdateMeetingRequest } from "./schemas.ts";
import { defaultUnattended, EVERYONE, toRule, type UnattendedRequest } from "./unattended.ts";
import { CONSENTS } from "./values.ts";

type Consent = MeetingRow["recordingConsent"];

/** Returns how the meetings of an organization are recorded unless they say otherwise. */
export const defaultRecordingMode = (organization: OrganizationRow): MeetingRow["recordingMode"] =>
	isSwitchedOn(organization, "meetingRecording") ? "manual" : "off";

/**
 * Returns columns as they may be: nothing is to be recorded where the organization has turned that off.
 * @throws `forbidden` where recording is asked for
 */
export function withRecordingAllowed<P extends ParsedMeeting>(
	organization: OrganizationRow,
	{ recording }: UpdateMeetingRequest,
	columns: P,
): P {
	if (recording === null) return { ...columns, recordingMode: defaultRecordingMode(organization) };
	if (columns.recordingMode !== undefined && columns.recordingMode !== "off")
		assertOn(organization, "meetingRecording");
	return columns;
}

/** What an organization's settings determine of its meetings. */
export interface MeetingDefaults {
	/** IANA name. */
	readonly timezone: string;
	readonly defaultLanguage: string;
	readonly recordingConsent: Consent;
	readonly educationMode: boolean;
	readonly whenUnattended: UnattendedRequest | null;
	readonly complianceMode: (typeof COMPLIANCE_MODES)[number];
}

/** The columns that a request sets. */
export type ParsedMeeting = Partial<
	Pick<
		MeetingRow,
		| "title"
		| "description"
		| "kind"
		| "scheduledStartAtMs"
		| "scheduledEndAtMs"
		| "language"
		| "recordingMode"
		| "recordingConsent"
		| "transcription"
		| "access"
		| "lobby"
		| "whenUnattended"
		| "roomRules"
		| "conferenceUrl"
		| "externalId"
	>
>;

/** What a meeting asks of transcription unless it says otherwise. */
export const DEFAULT_TRANSCRIPTION: TranscriptionOptions = {
	enabled: true,
	live: false,
	provider: null,
	translateTo: [],
};

/** Returns the kind of meetings unless they say otherwise. */
export const defaultKind = ({ educationMode }: Pick<MeetingDefaults, "educationMode">): MeetingRow["kind"] =>
	educationMode ? "class" : "other";

/** Planned duration of a meeting unless it is given. */
const DEFAULT_DURATION_MS = 60 * MINUTE_MS;

/** What a request changes: the meeting as it is, or nothing for a new one. */
export type MeetingBefore = Pick<
	MeetingRow,
	"scheduledStartAtMs" | "scheduledEndAtMs" | "transcription" | "access" | "lobby" | "roomRules"
> | null;

/**
 * Validates a request and converts it to columns; what is null in it has its default.
 * @param before null for a new meeting
 * @throws `validation_failed` `compliance_violation`
 */
export function parseMeeting(
	request: UpdateMeetingRequest,
	defaults: MeetingDefaults,
	before: MeetingBefore,
): ParsedMeeting {
	const errors = new FieldErrors();
	const { title, language, recording, conference, transcription } = request;
	const parsed: ParsedMeeting = {
		...(title !== undefined && { title: errors.check(() => parseName(title, "/title")) }),
		...(request.description !== undefined && { description: parseDescription(request.description, errors) }),
		...(request.kind !== undefined && { kind: request.kind ?? defaultKind(defaults) }),
		...parseSchedule(request, defaults.timezone, before, errors),
		...(language !== undefined && {
			language: language === null ? defaults.defaultLanguage : errors.check(() => parseLanguage(language, "/language")),
		}),
		...(recording !== undefined && parseRecording(recording, defaults, errors)),
		...(transcription !== undefined && { transcription: parseTranscription(transcription, before, errors) }),
		...(request.access !== undefined && { access: request.access ?? "workspace" }),
		...(request.lobby !== undefined && { lobby: request.lobby ?? false }),
		...parseLobby(request, defaults, before),
		...(request.whenUnattended !== undefined && {
			whenUnattended: request.whenUnattended === null ? defaultUnattended(defaults) : toRule(request.whenUnattended),
		}),
		...parseRules(request, before),
		...(conference !== undefined && {
			conferenceUrl: conference === null ? null : errors.check(() => parseHttpsUrl(conference.url, "/conference/url")),
		}),
		...(request.externalId !== undefined && { externalId: request.externalId }),
	};
	errors.throwIfAny();
	return parsed;
}

/**
 * Returns the lobby where the compliance mode decides about it: a meeting that is opened by link has one.
 * @throws `compliance_violation` if the request is to do without
 */
function parseLobby(
	{ access, lobby }: UpdateMeetingRequest,
	{ complianceMode }: MeetingDefaults,
	before: MeetingBefore,
): Pick<ParsedMeeting, "lobby"> {
	const control = controlOf(complianceMode, "guests_in_lobby");
	const isTouched = access !== undefined || lobby !== undefined;
	if (control === null || !isTouched || (access ?? before?.access) !== "link") return {};
	if (lobby === false) throw complianceViolation([{ control, path: "/lobby", demand: "must be true" }]);
	return { lobby: true };
}

function parseRules(
	{ chatAllowed, camerasVisibleTo }: UpdateMeetingRequest,
	before: MeetingBefore,
): Pick<ParsedMeeting, "roomRules"> {
	if (chatAllowed === undefined && camerasVisibleTo === undefined) return {};
	const rules = before?.roomRules ?? EVERYONE;
	return {
		roomRules: {
			chatAllowed: chatAllowed === undefined ? rules.chatAllowed : (chatAllowed ?? EVERYONE.chatAllowed),
			camerasVisibleTo:
				camerasVisibleTo === undefined ? rules.camerasVisibleTo : (camerasVisibleTo ?? EVERYONE.camerasVisibleTo),
		},
	};
}

/** Control characters other than tab and line break, which a description may have. */
const UNPRINTABLE = /[^\P{Cc}\t\n]/u;

function parseDescription(raw: string | null, errors: FieldErrors): string | null {
	const text = raw?.replaceAll("\r\n", "\n").normalize("NFC").trim();
	if (text === undefined || text === "") return null;
	if (!text.isWellFormed() || UNPRINTABLE.test(text))
		errors.add("/description", "invalid_format", "must not have control characters");
	return text;
}

function parseSchedule(
	{ scheduledStart, durationMinutes }: UpdateMeetingRequest,
	timezone: string,
	before: MeetingBefore,
	errors: FieldErrors,
): Pick<ParsedMeeting, "scheduledStartAtMs" | "scheduledEndAtMs"> {
	if (scheduledStart === undefined && durationMinutes === undefined) return {};
	const { scheduledStartAtMs: startedBefore, scheduledEndAtMs: endedBefore } = before ?? {
		scheduledStartAtMs: null,
		scheduledEndAtMs: null,
	};
	const start =
		scheduledStart === undefined
			? startedBefore
			: errors.check(() => parseInstantIn(timezone, scheduledStart, "/scheduledStart"));
	if (start == null) return {}; // none, or one that was refused
	const durationBefore =
		startedBefore === null || endedBefore === null ? DEFAULT_DURATION_MS : endedBefore - startedBefore;
	const planned = durationMinutes === null ? DEFAULT_DURATION_MS : (durationMinutes ?? 0) * MINUTE_MS;
	const duration = durationMinutes === undefined ? durationBefore : planned;
	const end = start + duration;
	const path = durationMinutes === undefined ? "/scheduledStart" : "/durationMinutes";
	return { scheduledStartAtMs: start, scheduledEndAtMs: errors.check(() => writtenInUtc(end, path)) };
}

type RecordingRequest = NonNullable<UpdateMeetingRequest["recording"]>;

function parseRecording(
	request: RecordingRequest | null,
	{ recordingConsent: required, complianceMode }: MeetingDefaults,
	errors: FieldErrors,
): Pick<ParsedMeeting, "recordingMode" | "recordingConsent"> {
	if (request === null) return { recordingMode: "manual", recordingConsent: required };
	const { mode, consent } = typeof request === "string" ? { mode: request } : request;
	const isWeaker = consent !== undefined && CONSENTS.indexOf(consent) > CONSENTS.indexOf(required);
	const control = controlOf(complianceMode, "recording_consent");
	if (isWeaker && control !== null)
		throw complianceViolation([
			{
				control,
				path: "/recording/consent",
				demand: text("must not be weaker than that of the organization, {required}", { required }),
			},
		]);
	if (isWeaker)
		errors.add(
			"/recording/consent",
			"too_weak",
			text("must not be weaker than that of the organization, {required}", { required }),
		);
	return { ...(mode && { recordingMode: mode }), ...(consent && { recordingConsent: consent }) };
}

function parseTranscription(
	request: UpdateMeetingRequest["transcription"],
	before: MeetingBefore,
	errors: FieldErrors,
): TranscriptionOptions {
	if (request == null) return DEFAULT_TRANSCRIPTION;
	const { translateTo, ...others } = request;
	return {
		...(before?.transcription ?? DEFAULT_TRANSCRIPTION),
		...others,
		...(translateTo && {
			translateTo: [
				...new Set(
					translateTo.map((language, at) =>
						errors.check(() => parseLanguage(language, `/transcription/translateTo/${at}`)),
					),
				),
			],
		}),
	};
}
