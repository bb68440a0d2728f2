import { createAccountsModule, revokeShownResetLinks } from "#modules/accounts";
import { createAdministratorsModule } from "#modules/administrators";
import { createAiPolicyModule } from "#modules/ai-policy";
import { createApiKeysModule } from "#modules/api-keys";
import { createAudioApiModule } from "#modules/audio-api";
import { createCalendarFeedsModule } from "#modules/calendar-feeds";
import { createCaptionsModule } from "#modules/captions";
import { createChatModule } from "#modules/chat";
import { createConsentsModule } from "#modules/consents";
import { createFailedSignInsModule } from "#modules/failed-sign-ins";
import { createInvitationsModule } from "#modules/invitations";
import { createLiveModule, type LiveModule } from "#modules/live";
import { createMeetingsModule } from "#modules/meetings";
import { assertMayInvite, createMembersModule, joinOrganization } from "#modules/members";
import { createMfaModule } from "#modules/mfa";
import { createNotificationsModule } from "#modules/notifications";
import { createLifecycleModule, suspensionOf, suspensionsOf } from "#modules/organization-lifecycle";
import { assertOrganizationExists, createOrganizationsModule, lockWritableOrganization } from "#modules/organizations";
import { createPagesModule } from "#modules/pages";
import { createParticipantAdder, createParticipantsModule } from "#modules/participants";
import { countPasskeys, createPasskeysModule } from "#modules/passkeys";
import { createPasswordsModule } from "#modules/passwords";
import { createPermissionsModule } from "#modules/permissions";
import { createPrincipalsModule } from "#modules/principals";
import { createProcessingModule } from "#modules/processing";
import { createProfileModule } from "#modules/profile";
import { createRecordingsModule } from "#modules/recordings";
import { createSessionsModule } from "#modules/sessions";
import { createSettingsModule } from "#modules/settings";
import { createSignInModule } from "#modules/sign-in";
import { createSsoModule } from "#modules/sso";
import { createStatusModule } from "#modules/status";
import { createTokensModule } from "#modules/tokens";
import { createTranscriptSearchModule } from "#modules/transcript-search";
import { createTranscriptionModule } from "#modules/transcription";
import { createTranscriptsModule, type TranscriptListener } from "#modules/transcripts";
import { createUploadsModule } from "#modules/uploads";
import { createUsersModule } from "#modules/users";
import {
	addCreator,
	createWorkspaceMembersModule,
	joinOffered,
	leaveWorkspaces,
	moveOffers,
	revokeOffers,
} from "#modules/workspace-members";
import { createWorkspacesModule } from "#modules/workspaces";
import type { Contribution, Core } from "#platform/module";
import type { Deps } from "./deps.ts";
import { createDerivedModules } from "./derived-modules.ts";
import { createEngines } from "./engines.ts";
import { freeBytes } from "./free-bytes.ts";
import type { ModuleCallbacks } from "./module-callbacks.ts";
import { COMMIT, VERSION } from "./version.ts";

/** Result of {@link createModules}. */
export type Modules = ReturnType<typeof createModules>;

/** Creates and wires all modules: the only place that knows the dependencies between them. */
export function createModules(core: Core, deps: Deps, callbacks: ModuleCallbacks) {
	const { config } = deps;
	const { eraseTenant, eraseTenantInPortions, eraseMeeting, onSuspended, ...userHooks } = callbacks;
	const { signup, passwordMinLength } = config;

	const status = createStatusModule(core, {
		bus: deps.bus,
		dataDir: config.dataDir,
		metrics: deps.metrics,
		metricsToken: config.metricsToken,
		build: { version: VERSION, commit: COMMIT },
	});
	const tokens = createTokensModule(core, { externalIssuer: deps.externalIssuer });
	const sessions = createSessionsModule(core, { tokens: tokens.service });
	const failedSignIns = createFailedSignInsModule(core);

	const passwords = createPasswordsModule(core, { argon2: config.argon2, minLength: passwordMinLength });
	const users = createUsersModule(core, { sessions: sessions.service, ...userHooks });
	/** Shared dependencies of the modules about people, each of which uses some of them. */
	const people = {
		users: users.service,
		sessions: sessions.service,
		cookies: sessions.cookies,
		passwords: passwords.service,
		assertPassword: passwords.assertPassword,
		attempts: passwords.attempts,
		freshness: passwords.freshness,
		failures: failedSignIns.service,
	};

	const mfa = createMfaModule(core, { ...people, countPasskeys });
	const signIn = createSignInModule(core, { ...people, mfa: mfa.service });
	const passkeys = createPasskeysModule(core, people);

	const invitations = createInvitationsModule(core, {
		...people,
		join: joinOrganization,
		offers: { move: moveOffers, grant: joinOffered },
		assertOrganizationExists,
		lockWritableOrganization,
		assertMayInvite,
	});
	/** Withdraws what a member or key invited others to and could no longer invite them to. */
	const revokeInvitations: typeof invitations.revokeUnauthorized = async (change, by) => {
		await invitations.revokeUnauthorized(change, by);
		await revokeOffers(change, by);
	};
	const organizations = createOrganizationsModule(core, {
		invitations: invitations.service,
		suspensionOf,
		suspensionsOf,
	});
	const settings = createSettingsModule(organizations.owner);
	const engines = createEngines(core, deps);
	const { media, speech, languageModel, translators, summarizers } = engines;
	const aiPolicy = createAiPolicyModule({
		owner: organizations.owner,
		speech: deps.speech,
		sttProvider: config.providers.speech.provider,
		sttLiveProvider: config.providers.speech.liveProvider,
		translation: engines.translationAdapters,
		summaries: summarizers.engines,
	});
	const lifecycle = createLifecycleModule(core, { eraseTenant, eraseTenantInPortions, onSuspended });
	const apiKeys = createApiKeysModule(core, { revokeInvitations });
	/** Created below, since it stands on what it is for. */
	const liveAccessFor: LiveModule["accessFor"] = (...of) => live.accessFor(...of);
	const notifications = createNotificationsModule(core);
	const { hooks: notify } = notifications;
	const participantAdder = createParticipantAdder({ ...core, onAdded: notify.onParticipantsAdded });
	const participants = createParticipantsModule(core, {
		attempts: passwords.attempts,
		tokens: tokens.service,
		adder: participantAdder,
		liveAccessFor,
		holderOf: (token) => principals.service.holderOf(token),
	});
	const meetings = createMeetingsModule(core, {
		participants: participantAdder,
		liveAccessFor,
		onEnded: [participants.onMeetingEnded, (change, meeting) => captions.onMeetingEnded(change, meeting)],
		eraseMeeting,
		maxHours: config.meetingMaxHours,
	});
	const members = createMembersModule(core, {
		invitations: invitations.service,
		leave: leaveWorkspaces,
		onRightsRevoked: [revokeInvitations, revokeShownResetLinks, apiKeys.orphan],
	});
	const accounts = createAccountsModule(core, {
		...people,
		invitations: invitations.service,
		signup,
	});
	const profile = createProfileModule(core, {
		...people,
		mfa: mfa.service,
		accounts: accounts.service,
	});
	const sso = createSsoModule(core, {
		...people,
		join: joinOrganization,
		invitations: invitations.service,
		signup,
		provider: deps.identityProvider,
	});
	const administrators = createAdministratorsModule(core, {
		...people,
		tokens: tokens.service,
		identities: sso.identities,
		accounts: accounts.service,
	});
	const principals = createPrincipalsModule(core, { tokens: tokens.service, keys: apiKeys.authenticator });

	const workspaces = createWorkspacesModule(core, { addCreator });
	const workspaceMembers = createWorkspaceMembersModule(core, { invitations: invitations.service });

	const recordings = createRecordingsModule(core, {
		identities: principals.service,
		onRecordingDeleted: (change, recording) => transcription.onRecordingDeleted(change, recording),
	});
	const transcriptSearch = createTranscriptSearchModule(core);
	const transcriptListeners: TranscriptListener[] = [transcriptSearch.listener, { onReady: notify.onTranscriptReady }];
	const transcripts = createTranscriptsModule(core, {
		listeners: () => transcriptListeners,
		translations: () => derived.translations.reader,
	});
	const processing = createProcessingModule(core, { concurrency: config.processingConcurrency });
	const captions = createCaptionsModule(core, {
		bus: deps.bus,
		engines: speech.engines,
		transcripts: transcripts.writer,
	});
	const transcription = createTranscriptionModule(core, {
		processing: processing.processing,
		media: media.media,
		engines: speech.engines,
		transcripts: transcripts.writer,
		storeWaveform: recordings.storeWaveform,
	});
	const derived = createDerivedModules(core, { ...engines, processing: processing.processing, captions, notify });
	transcriptListeners.push(...derived.listeners);
	const uploads = createUploadsModule(core, {
		room: {
			limitBytes: config.uploadPendingBytes,
			freeBytes: config.s3 ? async () => null : () => freeBytes(config.dataDir),
		},
		onRecorded: transcription.onRecorded,
		removeEmptyMeeting: meetings.removeEmpty,
	});

	const chat = createChatModule(core, {
		onStored: notify.onMessageSent,
		onSent: (message) => live.tellRoom(message.meetingId, { type: "chat", message }),
	});
	const live: LiveModule = createLiveModule(core, {
		captions: captions.captions,
		identities: principals.service,
		chat: chat.service,
	});

	/** In the order in which the API document shows them. A tenant is emptied from the end: what is held before what holds it. */
	const contributions: readonly Contribution[] = [
		status,
		createPagesModule(core, { signup, passwordMinLength, hasProvider: deps.identityProvider !== null }),
		tokens,
		signIn,
		profile,
		sessions,
		mfa,
		sso,
		passkeys,
		accounts,
		profile.update,
		invitations,
		organizations,
		settings,
		aiPolicy,
		lifecycle,
		members,
		apiKeys,
		workspaces,
		workspaceMembers,
		meetings,
		createCalendarFeedsModule(core, meetings),
		// Before the participants, by whom a person's speakers are found when the person is erased.
		transcripts,
		derived.summaries,
		derived.actionItems,
		transcriptSearch,
		captions,
		participants,
		createConsentsModule(core, {
			onConsentWithdrawn: processing.onConsentWithdrawn,
			onConsentDenied: captions.onConsentDenied,
		}),
		chat,
		live,
		notifications,
		uploads,
		recordings,
		transcription,
		derived.translations,
		processing,
		media,
		speech,
		languageModel,
		translators,
		summarizers,
		createAudioApiModule(core, { media: media.media, engines: speech.engines }),
		createPermissionsModule(),
		aiPolicy.providers,
		failedSignIns,
		principals,
		administrators,
		users,
	];

	return {
		contributions,
		tokens: tokens.service,
		keys: apiKeys.authenticator,
		principals: principals.service,
		passwords: passwords.service,
		sessions: sessions.service,
		users: users.service,
		administrators: administrators.service,
		scriptTokens: administrators.scriptTokens,
		organizations: organizations.service,
		members: members.service,
		invitations: invitations.service,
		status: status.service,
		failures: failedSignIns.service,
		speech: speech.engines,
		media: media.media,
		transcripts: transcripts.writer,
		transcriptIndexer: transcriptSearch.indexer,
		captions: captions.captions,
	};
}
