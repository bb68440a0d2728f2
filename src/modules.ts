import { statfs } from "node:fs/promises";
import { createChatCompletions } from "#adapters/chat-completions";
import { createTxtResolver } from "#adapters/dns/resolver";
import { createPictures, PICTURE_WORKER } from "#adapters/media/pictures";
import { createMediaTools, FILE_WORKER } from "#adapters/media/tools";
import { createModelInstaller } from "#adapters/speech/models/installer";
import { createTranslationAdapters } from "#adapters/translation/adapters";
import { createBilling } from "#areas/billing";
import { createEngines } from "#areas/engines";
import { createGovernance, createGovernanceSections } from "#areas/governance";
import { createIdentity } from "#areas/identity";
import { createInstallation } from "#areas/installation";
import { createMeetings } from "#areas/meetings";
import { createOrganizations } from "#areas/organizations";
import { createOutbound } from "#areas/outbound";
import { createRecordings } from "#areas/recordings";
import { createTenancy, createTenancySections } from "#areas/tenancy";
import { createTranscripts } from "#areas/transcripts";
import { deriveKeys } from "#kernel/key-ring";
import { createAiPolicySection, createPolicyReader } from "#modules/governance/ai-policy";
import { admits } from "#modules/organizations/domains";
import { assertMayInvite, assertSeat, joinOrganization } from "#modules/organizations/members";
import type { Core } from "#platform/module";
import { passwordSettings } from "./config/passwords.ts";
import type { Config } from "./config/types.ts";
import type { Deps } from "./deps.ts";
import { inOrder } from "./order.ts";
import { ownProgram } from "./own-program.ts";
import { COMMIT, VERSION } from "./version.ts";

export type Modules = ReturnType<typeof createModules>;

/** Creates the areas, lowest first, and hands each what the operator has configured. */
export function createModules(core: Core, deps: Deps) {
	const { config, identityProvider } = deps;
	const { providers, signup, passwordMinLength, aiAgreements: agreements, billing: billed } = config;
	const languageModel = createChatCompletions(providers.llm);
	const translation = createTranslationAdapters({ ...providers.translation, languageModel });
	const aiPolicy = createAiPolicySection(agreements);
	const { provider: sttProvider, liveProvider: sttLiveProvider } = providers.speech;

	const tenancy = createTenancy(core, {
		enforcement: config.billingEnforcement,
		pictures: createPictures([...ownProgram(), PICTURE_WORKER]),
	});
	const engines = createEngines({
		media: createMediaTools({ ffmpegPath: config.ffmpegPath, workerCommand: [...ownProgram(), FILE_WORKER] }),
		speech: { adapters: deps.speech, provider: sttProvider, liveProvider: sttLiveProvider },
		translation,
		languageModel,
		summaries: providers.summary,
		policyOf: createPolicyReader(core, aiPolicy),
	});
	const identity = createIdentity(core, {
		membership: {
			join: joinOrganization,
			assertSeat,
			assertMayInvite,
			admitsByDomain: (emailKey) => admits(core.store, emailKey),
		},
		passwords: passwordSettings(config),
		signup,
		externalIssuer: deps.externalIssuer,
		identityProvider,
	});
	const { principals: identities } = identity;
	const governance = createGovernance(core, identity);
	const organizations = createOrganizations(core, identity, {
		resolver: createTxtResolver({ servers: config.dnsResolvers }),
		aiPolicy,
		agreements,
	});
	const { owner } = organizations;
	const tenancySections = createTenancySections(core, owner);
	const governanceSections = createGovernanceSections(core, {
		owner,
		aiPolicy,
		agreements,
		engines: { speech: deps.speech, sttProvider, sttLiveProvider, translation, summaries: engines.summaries },
		encryptsBlobs: config.encryptBlobs,
	});
	const billing = createBilling(core, organizations, {
		...billed,
		provider: deps.paymentProvider,
		isEnforced: config.billingEnforcement !== "off",
	});
	const { turn } = config;
	const meetings = createMeetings(core, identity, {
		maxHours: config.meetingMaxHours,
		relay: {
			relay: deps.relay,
			urls: turn.urls,
			isTls: turn.tls !== undefined,
			keys: turn.secret === undefined ? deriveKeys(deps.masterKeys, "turn") : [Buffer.from(turn.secret)],
			others: turn.others,
		},
		forwarder: deps.forwarder,
	});
	const recordings = createRecordings(core, meetings, {
		identities,
		media: engines.media,
		room: uploadRoom(config),
		concurrency: config.processingConcurrency,
	});
	const transcripts = createTranscripts(core, {
		engines,
		meetings,
		recordings,
		identities,
		forwarder: deps.forwarder,
	});
	const installation = createInstallation(core, {
		status: {
			bus: deps.bus,
			dataDir: config.dataDir,
			metrics: deps.metrics,
			metricsToken: config.metricsToken,
			build: { version: VERSION, commit: COMMIT },
		},
		configurations: {
			signIn: { signup, passwordMinLength, sso: identityProvider !== null },
			hasMediaWorker: () => deps.forwarder?.isPossible === true,
			limits: { meetingHours: config.meetingMaxHours, eventsDays: config.eventsDays },
			providers: {
				transcription: sttProvider,
				translation: providers.translation.provider,
				summary: providers.summary,
			},
		},
		speechModels: { installer: deps.modelInstaller ?? createModelInstaller(providers.speech.modelsDir) },
	});
	const outbound = createOutbound(core, identity, { eventsDays: config.eventsDays, version: VERSION });

	const modules = {
		...tenancy.modules,
		...engines.modules,
		...identity.modules,
		...governance.modules,
		...organizations.modules,
		...tenancySections.modules,
		...governanceSections.modules,
		...billing.modules,
		...meetings.modules,
		...recordings.modules,
		...transcripts.modules,
		...installation.modules,
		...outbound.modules,
	};
	return {
		modules,
		contributions: inOrder(modules),
		tokens: identity.tokens,
		keys: identity.keys,
		principals: identity.principals,
		closedAccounts: governance.closedAccounts,
		passwords: identity.people.passwords,
		sessions: identity.people.sessions,
		users: identity.people.users,
		enforcePlans: tenancy.enforcePlans,
		administrators: identity.administrators,
		scriptTokens: identity.scriptTokens,
		organizations: organizations.organizations,
		members: organizations.members,
		invitations: identity.invitations,
		status: installation.status,
		failures: identity.people.failures,
		speech: engines.speech,
		media: engines.media,
		transcripts: transcripts.transcripts,
		translations: transcripts.translations,
		transcriptIndexer: transcripts.transcriptIndexer,
		captions: transcripts.captions,
		invoices: billing.invoices,
		relay: meetings.relay,
		forwarding: transcripts.forwarding,
	};
}

/** Returns how much may be uploaded at once: within the limit, and what is free on the disk if content is stored there. */
const uploadRoom = ({ uploadPendingBytes, s3, dataDir }: Pick<Config, "uploadPendingBytes" | "s3" | "dataDir">) => ({
	limitBytes: uploadPendingBytes,
	freeBytes: s3 ? async () => null : () => freeBytes(dataDir),
});

/** Returns the bytes that are free, for a program without privileges, on the disk of a directory. */
async function freeBytes(directory: string): Promise<number> {
	const { bavail, bsize } = await statfs(directory);
	return bavail * bsize;
}
