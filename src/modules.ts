import { createAuditLogsModule } from "#modules/governance/audit-logs";
import { createAccountsModule, revokeShownResetLinks } from "#modules/identity/accounts";
import { createAdministratorsModule } from "#modules/identity/administrators";
import { createFailedSignInsModule } from "#modules/identity/failed-sign-ins";
import { createInvitationsModule } from "#modules/identity/invitations";
import { createMfaModule } from "#modules/identity/mfa";
import { countPasskeys, createPasskeysModule } from "#modules/identity/passkeys";
import { createPasswordsModule } from "#modules/identity/passwords";
import { createProfileModule } from "#modules/identity/profile";
import { createSessionsModule } from "#modules/identity/sessions";
import { createSignInModule } from "#modules/identity/sign-in";
import { createSsoModule } from "#modules/identity/sso";
import { createTokensModule } from "#modules/identity/tokens";
import { createUsersModule } from "#modules/identity/users";
import { createPagesModule } from "#modules/installation/pages";
import { createStatusModule } from "#modules/installation/status";
import { createConsentsModule } from "#modules/meetings/consents";
import { createMeetingsModule } from "#modules/meetings/meetings";
import { createParticipantAdder, createParticipantsModule } from "#modules/meetings/participants";
import { createGuardianConsentsModule } from "#modules/organizations/guardian-consents";
import { assertMayInvite, assertSeat, createMembersModule, joinOrganization } from "#modules/organizations/members";
import { createLifecycleModule } from "#modules/organizations/organization-lifecycle";
import {
	addCreator,
	createWorkspaceMembersModule,
	joinOffered,
	leaveWorkspaces,
	moveOffers,
	revokeOffers,
} from "#modules/organizations/workspace-members";
import { createWorkspacesModule } from "#modules/organizations/workspaces";
import { createNotificationsModule } from "#modules/outbound/notifications";
import { createProcessingModule } from "#modules/recordings/processing";
import { createRecordingsModule } from "#modules/recordings/recordings";
import { createUploadsModule, forgetUpload } from "#modules/recordings/uploads";
import { createPlansModule } from "#modules/tenancy/plans";
import { createAudioApiModule } from "#modules/transcripts/audio-api";
import { createCaptionsModule } from "#modules/transcripts/captions";
import type { LiveModule } from "#modules/transcripts/live";
import { createTranscriptSearchModule } from "#modules/transcripts/transcript-search";
import { createTranscriptionModule } from "#modules/transcripts/transcription";
import { createTranscriptsModule, type TranscriptListener } from "#modules/transcripts/transcripts";
import type { Contribution, Core } from "#platform/module";
import { createBillingModules } from "./billing-modules.ts";
import { passwordSettings } from "./config/passwords.ts";
import { createConfigurationModules } from "./configuration-modules.ts";
import type { Deps } from "./deps.ts";
import { createDerivedModules } from "./derived-modules.ts";
import { createEngines } from "./engines.ts";
import { createFollowingModules } from "./following-modules.ts";
import { createIntegrationModules } from "./integration-modules.ts";
import { createKeyModules } from "./key-modules.ts";
import { createLiveModules } from "./live-modules.ts";
import type { ModuleCallbacks } from "./module-callbacks.ts";
import { createOrganizationModules } from "./organization-modules.ts";
import { createPrivacyModules } from "./privacy-modules.ts";
import { createSectionModules } from "./section-modules.ts";
import { uploadRoom } from "./upload-room.ts";
import { COMMIT, VERSION } from "./version.ts";

/** Result of {@link createModules}. */
export type Modules = ReturnType<typeof createModules>;

/** Creates and wires all modules: the only place that knows the dependencies between them. */
export function createModules(core: Core, deps: Deps, callbacks: ModuleCallbacks) {
	const { config } = deps;
	const { eraseTenant, eraseTenantInPortions, eraseMeeting, onSuspended, facts, ...userHooks } = callbacks;
	const { signup, passwordMinLength } = config;

	const status = createStatusModule(core, {
		bus: deps.bus,
		dataDir: config.dataDir,
		metrics: deps.metrics,
		metricsToken: config.metricsToken,
		build: { version: VERSION, commit: COMMIT },
	});
	const tokens = createTokensModule(core, { externalIssuer: deps.externalIssuer });
	const sessions = createSessionsModule(core, {
		tokens: tokens.service,
		onSignIn: (...of) => domains.enrollment.onSignIn(...of),
	});
	const failedSignIns = createFailedSignInsModule(core);
	const passwords = createPasswordsModule(core, passwordSettings(config));
	const users = createUsersModule(core, {
		...userHooks,
		sessions: sessions.service,
		onAddressProved: (...of) => domains.enrollment.onAddressProved(...of),
	});
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
		assertSeat,
		offers: { move: moveOffers, grant: joinOffered },
		assertMayInvite,
	});
	/** Withdraws what a member or key invited others to and could no longer invite them to. */
	const revokeInvitations: typeof invitations.revokeUnauthorized = async (change, by) => {
		await invitations.revokeUnauthorized(change, by);
		await revokeOffers(change, by);
	};
	const revoking = [revokeInvitations, revokeShownResetLinks];
	const { domains, organizations } = createOrganizationModules(core, deps, invitations.service);
	const engines = createEngines(core, deps);
	const { media, speech } = engines;
	const sections = createSectionModules(core, deps, { ...callbacks, owner: organizations.owner, engines });
	const lifecycle = createLifecycleModule(core, { ...callbacks });
	const { orphan, apiKeys, principals } = createKeyModules(core, tokens.service, { ...callbacks, revokeInvitations });
	/** Created below, since it stands on what it is for. */
	const liveAccessFor: LiveModule["accessFor"] = (...of) => live.accessFor(...of);
	const notifications = createNotificationsModule(core, principals.service);
	const { hooks: notify } = notifications;
	const participantAdder = createParticipantAdder({ ...core, onAdded: notify.onParticipantsAdded });
	const participants = createParticipantsModule(core, {
		attempts: passwords.attempts,
		tokens: tokens.service,
		adder: participantAdder,
		liveAccessFor,
		holderOf: principals.service.holderOf,
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
		onRightsRevoked: [...revoking, orphan, domains.onRightsRevoked, meetings.onRightsRevoked],
	});
	const accounts = createAccountsModule(core, { ...people, invitations: invitations.service, signup });
	const account = { mfa: mfa.service, accounts: accounts.service, tokens: tokens.service };
	const profile = createProfileModule(core, { ...people, ...account });
	const sso = createSsoModule(core, {
		...people,
		join: joinOrganization,
		invitations: invitations.service,
		admitsByDomain: domains.enrollment.admits,
		signup,
		provider: deps.identityProvider,
	});
	const administrators = createAdministratorsModule(core, { ...people, ...account, identities: sso.identities });
	const { privacy, legalHolds, closedAccounts } = createPrivacyModules(core, {
		...people,
		...callbacks,
		identities: principals.service,
		members: members.service,
	});
	const workspaces = createWorkspacesModule(core, { addCreator });
	const workspaceMembers = createWorkspaceMembersModule(core, { invitations: invitations.service });
	const recordings = createRecordingsModule(core, {
		identities: principals.service,
		onRecordingDeleted: (change, recording) => transcription.onRecordingDeleted(change, recording),
		onRecordingPurged: forgetUpload,
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
		makers: principals.service,
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
		room: uploadRoom(config),
		onRecorded: transcription.onRecorded,
		removeEmptyMeeting: meetings.removeEmpty,
	});
	const { chat, live } = createLiveModules(core, {
		captions: captions.captions,
		identities: principals.service,
		notify,
	});
	const plans = createPlansModule(core, { enforcement: config.billingEnforcement });
	const billing = createBillingModules(core, deps, { blocks: lifecycle.suspension });

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
		closedAccounts,
		invitations,
		organizations,
		...Object.values(sections),
		domains,
		lifecycle,
		members,
		createGuardianConsentsModule(core),
		apiKeys,
		createAuditLogsModule(core, callbacks),
		...createFollowingModules(core, { identities: principals.service, facts, eventsDays: config.eventsDays }),
		...Object.values(billing),
		legalHolds,
		privacy,
		workspaces,
		workspaceMembers,
		meetings,
		...createIntegrationModules(core, { meetings, participants }),
		transcripts,
		derived.summaries,
		derived.actionItems,
		legalHolds.formerTexts,
		transcriptSearch,
		captions,
		createConsentsModule(core, {
			onConsentWithdrawn: processing.onConsentWithdrawn,
			onConsentDenied: captions.onConsentDenied,
		}),
		chat,
		// Behind all that find a person by their participants when the person is erased.
		participants,
		live,
		notifications,
		uploads,
		recordings,
		transcription,
		derived.translations,
		processing,
		...engines.contributions,
		createAudioApiModule(core, { media: media.media, engines: speech.engines }),
		plans,
		...createConfigurationModules(core, deps, { facts, aiProviders: sections.aiPolicy.providers }),
		sections.featureFlags.catalogue,
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
		closedAccounts: closedAccounts.erasing,
		passwords: passwords.service,
		sessions: sessions.service,
		users: users.service,
		enforcePlans: plans.enforce,
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
		translations: derived.translations.store,
		transcriptIndexer: transcriptSearch.indexer,
		captions: captions.captions,
		invoices: billing.invoices.invoices,
	};
}
