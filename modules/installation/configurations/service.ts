import type { Configuration } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import { assertIfMatch, type Versioned } from "#kernel/etag";
import { FieldErrors, invalidMember } from "#kernel/field-errors";
import { MAX_LIMIT } from "#kernel/list";
import { once } from "#kernel/once";
import type { RequestContext } from "#kernel/request-context";
import { parseName } from "#kernel/text";
import { text } from "#kernel/texts";
import { MAX_RETENTION_DAYS } from "#modules/governance/retention";
import { MAX_UPLOAD_BYTES } from "#modules/recordings/uploads";
import { changeConfiguration, installationOf, readConfiguration } from "#platform/configuration";
import { MAIL_LOCALES } from "#platform/mail";
import type { Core } from "#platform/module";
import { PLATFORM } from "#platform/unit-of-work";
import { facts as ownFacts } from "./facts.ts";
import {
	type Configs,
	configsFields,
	type Language,
	languagesFields,
	type SetConfigsRequest,
	type SignInFacts,
	signInFactsFields,
} from "./schemas.ts";
import { ENUMERATIONS } from "./values.ts";

export interface ConfigsDeps extends Pick<Core, "store" | "unitOfWork"> {
	readonly contributions: Pick<Core["contributions"], "facts">;
	readonly signIn: Pick<SignInFacts, "signup" | "passwordMinLength" | "sso" | "mail">;
	/** Whether there is a media worker: where it cannot run, that is known a moment after the start. */
	readonly hasMediaWorker: () => boolean;
	/** What the process was started with. */
	readonly limits: Pick<Configs["limits"], "meetingHours" | "eventsDays">;
	readonly providers: Pick<Configs["providers"], "transcription" | "translation" | "summary">;
}

export type ConfigsService = ReturnType<typeof createConfigsService>;

const [DEFAULT_LANGUAGE] = MAIL_LOCALES;

/** The languages of mails, pages and errors. */
const languagesOfProgram = once((): readonly Language[] =>
	MAIL_LOCALES.map((code) => ({
		code,
		name: new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code,
		nativeName: new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code,
		mails: true,
		pages: true,
		messages: true,
	})),
);

/** Longest URL that is stored. */
const MAX_URL = 500;

/** Creates the service of what the installation knows and allows. */
export function createConfigsService(deps: ConfigsDeps) {
	const { store, unitOfWork, contributions, signIn, limits, providers, hasMediaWorker } = deps;
	const signInFacts = (): SignInFacts => ({
		...signIn,
		passkeys: true,
		languages: [...MAIL_LOCALES],
		...(hasMediaWorker() && { mediaThroughServer: true }),
	});

	const configsOf = (configuration: Configuration): Configs => ({
		installation: installationOf(configuration),
		enumerations: Object.fromEntries(
			Object.entries(ENUMERATIONS).map(([name, values]) => [name, [...values]]),
		) as Configs["enumerations"],
		limits: {
			pageSize: 50,
			maxPageSize: MAX_LIMIT,
			passwordMinLength: signIn.passwordMinLength,
			uploadBytes: MAX_UPLOAD_BYTES,
			retentionDays: MAX_RETENTION_DAYS,
			...limits,
		},
		languages: [...languagesOfProgram()],
		eventTypes: [...new Set(contributions.facts.map(({ event }) => event).filter((event) => event !== null))].sort(),
		providers: { mail: signIn.mail, sso: signIn.sso, ...providers },
	});

	return {
		/** Returns the languages, or what `fields` selects. @throws `invalid_fields` */
		languages: (fields: string | undefined) =>
			tagged(languagesFields.parse(fields)({ default: DEFAULT_LANGUAGE, languages: [...languagesOfProgram()] })),

		/** Returns what a page for signing in has to know, or what `fields` selects. @throws `invalid_fields` */
		signIn: (fields: string | undefined) => tagged(signInFactsFields.parse(fields)(signInFacts())),

		/** Returns what the installation knows and allows, or what `fields` selects. @throws `invalid_fields` */
		async get(fields: string | undefined) {
			const select = configsFields.parse(fields);
			const configuration = await readConfiguration(store);
			return tagged(select(configsOf(configuration)), configuration.versions.configs);
		},

		/** Replaces what operators may set: what the request leaves out is as built in. @throws `validation_failed` `precondition_failed` */
		async set(context: RequestContext, request: SetConfigsRequest): Promise<Versioned<Configs>> {
			const configs = parseConfigs(request);
			return unitOfWork.run(context, async (change) => {
				const seen: { before?: Configs } = {};
				const after = await changeConfiguration(change, (before) => {
					assertIfMatch(context.ifMatch, before.versions.configs);
					seen.before = configsOf(before);
					return { configs };
				});
				const data = configsOf(after);
				const changes = differencesBetween(seen.before ?? {}, data);
				if (changes.length > 0)
					change.record(PLATFORM, ownFacts["configuration.set_configs"], { id: "configs", changes });
				return tagged(data, after.versions.configs);
			});
		},
	};
}

/** Returns a representation whose entity tag depends on all that it says. */
const tagged = <T>(data: T, version = 1): Versioned<T> => ({ data, version, variant: JSON.stringify(data) });

/** Validates what schemas cannot, and returns texts as they are stored. @throws `validation_failed` */
export function parseConfigs({ installation: { name, supportUrl } = {} }: SetConfigsRequest): Configuration["configs"] {
	const fieldErrors = new FieldErrors();
	const installation = {
		...(name != null && { name: fieldErrors.check(() => parseName(name, "/installation/name")) }),
		...(supportUrl != null && {
			supportUrl: fieldErrors.check(() => parseSupportUrl(supportUrl, "/installation/supportUrl")),
		}),
	};
	fieldErrors.throwIfAny();
	return Object.keys(installation).length > 0 ? { installation } : {};
}

/** Returns the canonical form of an address of a page, or of mails. @throws `validation_failed` */
function parseSupportUrl(raw: string, path: string): string {
	const url = raw.length <= MAX_URL ? URL.parse(raw) : null;
	const isPage = url?.protocol === "https:" && url.username === "" && url.password === "";
	if (url !== null && (isPage || url.protocol === "mailto:")) return url.href;
	throw invalidMember(
		path,
		"invalid_format",
		text("must be a URL with https: or mailto:, of at most {most} characters", { most: MAX_URL }),
	);
}
