import { days, engineInside, type Lock, only, type PlacedLock } from "./lock.ts";
import { type COMPLIANCE_MODES, ENFORCED_MODES, type EnforcedMode, modeOf, type Regulated } from "./modes.ts";

/** What one mode demands by a control. */
interface Demand {
	/** What must hold, in one sentence. */
	readonly demands: string;
	/** The members of an organization that it locks; none: the control is enforced elsewhere. */
	readonly locks?: readonly Lock[];
}

/** A control: one thing that compliance modes demand, whatever the organization is set to. */
interface Control {
	readonly title: string;
	/** What enforces it, in one sentence. */
	readonly enforcedBy: string;
	readonly modes: Readonly<Partial<Record<EnforcedMode, Demand>>>;
}

const ENGINES = {
	demands:
		"Recordings and texts are not sent to AI engines outside the installation without an agreement of the operator.",
	locks: ["transcription", "translation", "summary"].map(engineInside),
} as const;

const LOBBY = {
	demands: "People without an account, unless invited by name, enter a meeting only when its host admits them.",
} as const;
const READS = { demands: "Every read of a recording or transcript is documented, with reader and time." } as const;
const WEBHOOKS = { demands: "Webhooks carry ids, not content." } as const;
const MEDIA = {
	demands: "Sound and pictures of meetings pass through the server only if the organization has decided so.",
} as const;
const RECORDS = { demands: "People without an account see neither recordings nor transcripts." } as const;

/** All controls by name; the id of one in a mode is the mode, a dot and the name. */
export const CONTROLS = {
	recording_consent: {
		title: "Consent to recording",
		enforcedBy:
			"`settings.recordingConsent` is locked; no meeting may ask for less, and recording, transcription, " +
			"captions and summaries apply the current mode's consent to every meeting.",
		modes: {
			ferpa: {
				demands: "Every participant of a meeting consents before it is recorded.",
				locks: [only("settings", "recordingConsent", "required")],
			},
			gdpr: {
				demands: "Every participant is asked for consent, and participants who object are not recorded.",
				locks: [only("settings", "recordingConsent", "required", "notify")],
			},
			hipaa: {
				demands: "Every participant of a meeting consents before it is recorded.",
				locks: [only("settings", "recordingConsent", "required")],
			},
		},
	},
	guests_in_lobby: {
		title: "Guests wait to be admitted",
		enforcedBy:
			"Meetings joined by link must have a lobby, and guests who join by the link wait there, also in meetings created without a lobby.",
		modes: { ferpa: LOBBY, gdpr: LOBBY, hipaa: LOBBY },
	},
	guest_records: {
		title: "Guests see no records",
		enforcedBy: "Recordings, transcripts, summaries, action items and search are closed to guests.",
		modes: { ferpa: RECORDS, hipaa: RECORDS },
	},
	exam_records: {
		title: "Records of exams",
		enforcedBy:
			"With `educationMode`, records of a meeting of kind `exam` are available only to its hosts and to staff (`transcript:write`).",
		modes: { ferpa: { demands: "Students do not see records of an exam." } },
	},
	directory: {
		title: "Directory without addresses",
		enforcedBy:
			"Lists of members are closed to students and guests, lists of workspace members have no addresses, and " +
			"lists of participants show addresses only to staff who run the meeting.",
		modes: { ferpa: { demands: "Students and guests see no e-mail addresses." } },
	},
	reads_audited: {
		title: "Reads are audited",
		enforcedBy:
			"Each read of a transcript, a summary, live captions or a recording, and each search hit, is in the audit " +
			"trail before the response is sent: once for each reader, object and hour.",
		modes: { ferpa: READS, gdpr: READS, hipaa: READS },
	},
	data_subject_rights: {
		title: "Rights of the persons concerned",
		enforcedBy: "Administrators export and erase a person's data, with receipts.",
		modes: { gdpr: { demands: "A person's data can be exported and erased." } },
	},
	thin_messages: {
		title: "Mails and calendar feeds without titles",
		enforcedBy: "Mails and calendar feeds, which leave the installation, contain no title or description of a meeting.",
		modes: { hipaa: { demands: "Nothing sent outside names the subject of a meeting." } },
	},
	thin_webhooks: {
		title: "Webhooks without content",
		enforcedBy: "Each delivery applies the mode in effect at that time; `full` is refused.",
		modes: { ferpa: WEBHOOKS, gdpr: WEBHOOKS, hipaa: WEBHOOKS },
	},
	encryption_at_rest: {
		title: "Encryption at rest",
		enforcedBy: "`BLOB_ENCRYPTION`, which the operator sets: recordings are encrypted before they are stored.",
		modes: { hipaa: { demands: "New recordings are stored encrypted." } },
	},
	second_factor: {
		title: "Second factor of administrators",
		enforcedBy: "Nothing: the status names the accounts without one. Owners and administrators set up their own.",
		modes: { hipaa: { demands: "Owners and administrators sign in with a second factor or a passkey." } },
	},
	media_between_browsers: {
		title: "Sound and pictures stay between browsers",
		enforcedBy:
			"Rooms of any size are meshes, whatever media worker the operator runs, until `settings.mediaThroughServer` is true.",
		modes: { ferpa: MEDIA, gdpr: MEDIA, hipaa: MEDIA },
	},
	education_mode: {
		title: "Rules of a school",
		enforcedBy: "`settings.educationMode` is locked.",
		modes: {
			ferpa: {
				demands: "The organization is run as a school: teachers and students have roles of their own.",
				locks: [only("settings", "educationMode", true)],
			},
		},
	},
	redaction: {
		title: "Redaction of personal identifiers",
		enforcedBy: "`featureFlags.piiRedaction` is locked.",
		modes: {
			hipaa: {
				demands: "Personal identifiers are redacted in transcripts and content derived from them.",
				locks: [only("featureFlags", "piiRedaction", true)],
			},
		},
	},
	ai_engines: {
		title: "Engines outside the installation",
		enforcedBy:
			"`allowExternal` is locked for each task of the AI policy, unless `AI_AGREEMENTS` names the mode; the engines " +
			"read that policy before each piece of work.",
		modes: { ferpa: ENGINES, gdpr: ENGINES, hipaa: ENGINES },
	},
	retention: {
		title: "Limits of retention",
		enforcedBy: "Each retention period is bounded; expired content is invisible at once and purged.",
		modes: {
			ferpa: {
				demands: "Education records are not kept beyond five years, exams for at least one.",
				locks: [
					days("transcripts", { max: 1_825 }),
					days("recordings", { max: 1_825 }),
					days("chatLogs", { max: 1_825 }),
					days("userData", { max: 365 }),
					days("examData", { min: 365, max: 3_650 }),
				],
			},
			gdpr: {
				demands: "Personal data is not kept longer than it is needed.",
				locks: [
					days("transcripts", { max: 730 }),
					days("recordings", { max: 365 }),
					days("chatLogs", { max: 365 }),
					days("userData", { max: 30 }),
					days("examData", { max: 1_825 }),
				],
			},
			hipaa: {
				demands: "Conversations about patients are not kept beyond six years, accounts not beyond 90 days.",
				locks: [
					days("transcripts", { max: 2_190 }),
					days("recordings", { max: 365 }),
					days("chatLogs", { max: 2_190 }),
					days("userData", { max: 90 }),
					days("examData", { max: 2_190 }),
				],
			},
		},
	},
} as const satisfies Readonly<Record<string, Control>>;

/** Name of a control. */
export type ControlName = keyof typeof CONTROLS;

/** A control as one mode has it. */
export interface ModeControl extends Required<Demand> {
	/** Such as `ferpa.recording_consent`. */
	readonly id: string;
	readonly name: ControlName;
	readonly mode: EnforcedMode;
	readonly title: string;
	readonly enforcedBy: string;
}

/** Returns the controls of a mode, in the order of the table. */
export const controlsOf = (mode: EnforcedMode): readonly ModeControl[] => BY_MODE[mode];

/** Returns the id of a control in the mode of an organization; null: the mode does not demand it, or there is none. */
export const controlIn = (row: Regulated, name: ControlName): string | null => controlOf(modeOf(row) ?? "none", name);

/** Returns the id of a control in a mode; null: the mode does not demand it. */
export const controlOf = (mode: (typeof COMPLIANCE_MODES)[number], name: ControlName): string | null =>
	mode in CONTROLS[name].modes ? `${mode}.${name}` : null;

/** Returns the locks of a mode. */
export const locksOf = (mode: EnforcedMode): readonly PlacedLock[] => LOCKS[mode];

const byMode = <T>(value: (mode: EnforcedMode) => T): Record<EnforcedMode, T> =>
	Object.fromEntries(ENFORCED_MODES.map((mode) => [mode, value(mode)])) as Record<EnforcedMode, T>;

const BY_MODE = byMode((mode) =>
	Object.entries<Control>(CONTROLS).flatMap(([name, { title, enforcedBy, modes }]): ModeControl[] => {
		const demand = modes[mode];
		if (demand === undefined) return [];
		return [{ id: `${mode}.${name}`, name: name as ControlName, mode, title, enforcedBy, locks: [], ...demand }];
	}),
);

const LOCKS = byMode((mode) =>
	BY_MODE[mode].flatMap(({ id, locks }) => locks.map((lock): PlacedLock => ({ ...lock, mode, control: id }))),
);
