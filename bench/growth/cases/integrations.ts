import { type RegisteredLms, signLaunch } from "#tests/support/lms";
import { type Case, times } from "../case.ts";
import type { Subject } from "../subject.ts";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const integrationsPath = ({ giantPath }: Subject): string => `${giantPath}/integrations`;

/** Deletes the integrations there are, creates one, and returns it. */
async function integrationOf(subject: Subject): Promise<RegisteredLms> {
	const { ask, giantPath, lms, owner } = subject;
	const path = integrationsPath(subject);
	const { token } = owner;
	await ask({ method: "PUT", path: giantPath, token, body: { featureFlags: { ltiIntegration: true } } });
	const { data } = await ask({ method: "GET", path, token });
	for (const { id } of data as unknown as readonly { readonly id: string }[])
		await ask({ method: "DELETE", path: `${path}/${id}`, token });
	const made = await ask({ method: "POST", path, token, body: lms.registration });
	return made.data as unknown as RegisteredLms;
}

const onIntegration = (
	operation: string,
	method: string,
	rest: string,
	{ body, most }: { readonly body?: (n: number) => object; readonly most?: number } = {},
): Case => ({
	operation,
	...(most !== undefined && { most }),
	async calls(subject, count) {
		const path = `${integrationsPath(subject)}/${(await integrationOf(subject)).id}${rest}`;
		return times(count, (n) => ({ method, path, token: subject.owner.token, ...(body && { body: body(n) }) }));
	},
});

const loginPath = ({ id }: RegisteredLms): string => `/lti/${id}/login`;
const hintsOf = ({ issuer, launchUrl }: RegisteredLms, n: number): string =>
	String(new URLSearchParams({ iss: issuer, login_hint: `${n}`, target_link_uri: launchUrl }));

/** Creates a running meeting that everybody may join who has its link, and returns its id. */
async function openMeeting({ ask, giantPath, owner: { token } }: Subject): Promise<string> {
	const { data } = await ask({ method: "POST", path: `${giantPath}/workspaces`, token, body: { name: "Physics" } });
	const body = { title: "Optics", access: "link" };
	const made = await ask({ method: "POST", path: `/workspaces/${data.id}/meetings`, token, body });
	return (made.data.meeting as { readonly id: string }).id;
}

/** Operations on integrations, of which an organization has twenty at most, and launches. */
export const INTEGRATION_CASES: readonly Case[] = [
	{
		operation: "createIntegration",
		most: 19,
		async calls(subject, count) {
			await integrationOf(subject);
			const { lms, owner } = subject;
			const path = integrationsPath(subject);
			return times(count, () => ({ method: "POST", path, token: owner.token, body: lms.registration }));
		},
	},
	{
		operation: "listIntegrations",
		calls: (subject, count) =>
			times(count, () => ({ method: "GET", path: integrationsPath(subject), token: subject.owner.token })),
	},
	onIntegration("getIntegration", "GET", ""),
	onIntegration("updateIntegration", "PATCH", "", { body: (n) => ({ name: `Moodle ${n}` }) }),
	onIntegration("adoptIntegration", "POST", "/adopt", { body: () => ({}) }),
	onIntegration("testIntegration", "POST", "/test", { body: () => ({}), most: 50 }),
	onIntegration("deleteIntegration", "DELETE", "", { most: 1 }),
	{
		operation: "startLtiLaunch",
		async calls(subject, count) {
			const integration = await integrationOf(subject);
			return times(count, (n) => ({ method: "GET", path: `${loginPath(integration)}?${hintsOf(integration, n)}` }));
		},
	},
	{
		operation: "startLtiLaunchByForm",
		async calls(subject, count) {
			const integration = await integrationOf(subject);
			const raw = (n: number) => new TextEncoder().encode(hintsOf(integration, n));
			return times(count, (n) => ({ method: "POST", path: loginPath(integration), raw: raw(n), headers: FORM }));
		},
	},
	{
		operation: "completeLtiLaunch",
		most: 100,
		async calls(subject, count) {
			const { lms, nowMs, send } = subject;
			const integration = await integrationOf(subject);
			const meeting = await openMeeting(subject);
			return Promise.all(
				times(count, async (n) => {
					const started = await send({ method: "GET", path: `${loginPath(integration)}?${hintsOf(integration, n)}` });
					const parameters = new URL(started.headers.get("location") ?? "").searchParams;
					const changes = { claims: { sub: `pupil-${meeting}-${n}` }, custom: { meeting } };
					const token = await signLaunch(lms, nowMs(), integration, parameters.get("nonce") ?? "", changes);
					const form = new URLSearchParams({ state: parameters.get("state") ?? "", id_token: token });
					return {
						method: "POST",
						path: `/lti/${integration.id}/launch`,
						raw: new TextEncoder().encode(String(form)),
						headers: FORM,
						cookie: (started.headers.get("set-cookie") ?? "").split(";")[0] ?? "",
					};
				}),
			);
		},
	},
];
