import type { IntegrationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { AppError } from "#kernel/errors";
import type { RequestContext } from "#kernel/request-context";
import { randomToken } from "#kernel/secrets";
import { findIntegration, launchAddresses, orgOfIntegration } from "#modules/meetings/integrations";
import type { JoinByLaunch } from "#modules/meetings/participants";
import { assertOn } from "#modules/tenancy/features";
import { findOrganizationRow } from "#modules/tenancy/organization-records";
import { newFlowSecret } from "#platform/browser-flows";
import type { Core } from "#platform/module";
import { assertResourceLink, meetingOf, nameOf } from "./claims.ts";
import { launchDeclined, launchNotFound, linkRefused, notOfPlatform, unknownLaunch } from "./errors.ts";
import { LAUNCH_LIFETIME_MS, type StartedLaunch, stateOf } from "./flow.ts";
import { verifyIdToken } from "./id-token.ts";
import type { LtiLog, PlatformKeys } from "./keys.ts";
import type { LoginQuery } from "./schemas.ts";

export interface LtiDeps extends Pick<Core, "store" | "clock" | "challenges" | "publicUrl"> {
	readonly log: LtiLog;
	readonly findKey: PlatformKeys;
	readonly joinByLaunch: JoinByLaunch;
	/** Counts the start of a launch by network. @throws `rate_limited` */
	readonly throttleNetwork: (ip: string | null) => Promise<void>;
}

/** What a platform sends back with the browser. */
export interface PlatformAnswer {
	readonly state: string;
	/** Undefined: there is none. */
	readonly idToken: string | undefined;
	/** Why there is no token; undefined: none is given. */
	readonly error: string | undefined;
}

export type LtiService = ReturnType<typeof createLtiService>;

/** Creates the service by which links in learning-management systems lead into meetings (LTI 1.3). */
export function createLtiService(deps: LtiDeps) {
	const { store, clock, challenges, publicUrl, log, findKey, joinByLaunch, throttleNetwork } = deps;

	/** Returns an integration that may start meetings. @throws `not_found` `entitlement_required` `forbidden` */
	async function openIn(db: ReadDb, orgId: string, id: string): Promise<IntegrationRow> {
		const [row, organization] = await Promise.all([findIntegration(db, orgId, id), findOrganizationRow(db, orgId)]);
		if (row?.state !== "active" || organization?.state !== "active") throw launchNotFound();
		assertOn(organization, "ltiIntegration");
		return row;
	}

	async function open(id: string): Promise<IntegrationRow> {
		const orgId = await orgOfIntegration(store, id);
		if (orgId === undefined) throw launchNotFound();
		return openIn(store.db, orgId, id);
	}

	/** Consumes a launch that this browser has started at this integration. @throws `record_not_found` */
	async function consume(id: string, state: string, secrets: readonly string[]): Promise<StartedLaunch> {
		if (!secrets.some((secret) => stateOf(secret) === state)) throw unknownLaunch();
		const started = await challenges.consumeNow<StartedLaunch>("lti", state);
		if (started?.integrationId !== id) throw unknownLaunch();
		return started;
	}

	/** Verifies a token, and lets the person into the meeting. */
	async function enter(context: RequestContext, integration: IntegrationRow, idToken: string, nonce: string) {
		const { orgId, id, issuer, deploymentIds, jwksUri } = integration;
		const claims = await verifyIdToken(idToken, {
			integration,
			nonce,
			nowMs: clock.nowMs(),
			findKey: (kid, algorithm) => findKey(jwksUri, kid, algorithm),
		});
		assertResourceLink(claims, deploymentIds);
		const meetingId = meetingOf(claims);
		if (meetingId === null) throw linkRefused();
		const person = `${id}|${issuer}|${claims.sub}`;
		const assertAllowed = async (tx: ReadDb) => void (await openIn(tx, orgId, id));
		const joining = joinByLaunch(context, { orgId, meetingId, person, name: nameOf(claims), assertAllowed });
		return { meetingId, token: await joining.catch(toTokenOrRefusal) };
	}

	return {
		/**
		 * Starts a launch (1EdTech Security Framework 1.0 §5.1.1).
		 * @returns where the browser is sent, the secret for its cookie, and whether that place is the platform's own: an
		 * organization registers any address, which must not make this service send people anywhere unasked
		 * @throws `not_found` `entitlement_required` `forbidden` `validation_failed` `rate_limited`
		 */
		async login({ ip }: RequestContext, integrationId: string, query: LoginQuery) {
			await throttleNetwork(ip);
			const integration = await open(integrationId);
			const { clientId, issuer, deploymentIds } = integration;
			if (query.iss !== issuer) throw notOfPlatform("/iss");
			if (query.client_id !== undefined && query.client_id !== clientId) throw notOfPlatform("/client_id");
			const deploymentId = query.lti_deployment_id;
			if (deploymentId !== undefined && !deploymentIds.includes(deploymentId))
				throw notOfPlatform("/lti_deployment_id");
			const secret = newFlowSecret();
			const [state, nonce] = [stateOf(secret), randomToken(32)];
			const payload: StartedLaunch = { integrationId, nonce };
			await challenges.create({ kind: "lti", token: state, userId: null, payload, lifetimeMs: LAUNCH_LIFETIME_MS });
			const url = new URL(integration.authorizationEndpoint);
			const parameters = {
				scope: "openid",
				response_type: "id_token",
				response_mode: "form_post",
				prompt: "none",
				client_id: clientId,
				redirect_uri: launchAddresses(publicUrl, integrationId).launchUrl,
				login_hint: query.login_hint,
				...(query.lti_message_hint !== undefined && { lti_message_hint: query.lti_message_hint }),
				state,
				nonce,
			};
			for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
			return { url: url.href, secret, isOwn: url.host === URL.parse(issuer)?.host };
		},

		/**
		 * Completes a launch, for any answer of the platform. A launch is consumed by its first answer.
		 * @param secrets secrets in the browser's cookies
		 * @returns the address of the meeting: with a guest's token in its fragment, or, while the meeting has not started,
		 * with the hint to come back
		 * @throws `not_found` `entitlement_required` `forbidden` `record_not_found` `oauth_denied` `unavailable` `rate_limited`
		 * `conflict` `quota_exceeded`
		 */
		async launch(
			context: RequestContext,
			integrationId: string,
			{ state, idToken, error }: PlatformAnswer,
			secrets: readonly string[],
		): Promise<string> {
			const integration = await open(integrationId);
			const { nonce } = await consume(integrationId, state, secrets);
			if (error !== undefined || !idToken) throw launchDeclined(error ?? "no_token");
			const entered = await enter(context, integration, idToken, nonce).catch((failure: unknown) => {
				log.warn("a launch from a learning-management system failed", { requestId: context.requestId, error: failure });
				throw failure;
			});
			const { meetingId, token } = entered;
			return `${publicUrl.href}/meet/${meetingId}#launch${token === null ? "" : `=${token}`}`;
		},
	};
}

/** Returns null, in place of a token, for a meeting that has not started; every meeting that cannot be joined is refused alike. */
function toTokenOrRefusal(error: unknown): null {
	if (error instanceof AppError && error.code === "state_conflict") return null;
	throw error instanceof AppError && error.code === "not_found" ? linkRefused() : error;
}
