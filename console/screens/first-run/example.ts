import { type components, unwrap } from "#client";
import { uploadRecording } from "#client/uploads";
import { api, session } from "../../api/client.ts";
import { API_BASE } from "../../api/place.ts";
import { outdate, queries, read } from "../../api/queries.ts";

const asset = (name: string) => new URL(`console/assets/${name}`, API_BASE).href;

/** The language of the example. */
const LANGUAGE = "en-US";

type NewOrganization = components["schemas"]["CreateOrgRequestBody"];
export type Kind = NewOrganization["orgType"];

/** Creates an organization and enters it; who joins becomes its owner. @returns its id */
export async function createOrganization(body: NewOrganization, joins: boolean): Promise<string> {
	const { data } = await unwrap(api.POST("/orgs", { body }));
	const params = { path: { orgId: data.id } };
	const { id: userId } = await queries.ensureQueryData(read("/auth/profile", {}));
	if (joins) await unwrap(api.POST("/orgs/{orgId}/members", { params, body: { userId, role: "owner" } }));
	await session.enter(data.id);
	await Promise.all([queries.fetchQuery({ ...read("/auth/profile", {}), staleTime: 0 }), outdate("/orgs")]);
	return data.id;
}

/** Uploads the example; without an engine its script is imported as the transcript. @returns the id of its meeting */
export async function uploadExample(workspaceId: string, title: string, isEngineless: boolean): Promise<string> {
	const file = await (await fetch(asset("example.opus"))).blob();
	const upload = uploadRecording(api, file, { workspaceId, title, language: LANGUAGE, filename: "example.opus" });
	const { meetingId } = await upload.done;
	if (isEngineless) {
		const body = await (await fetch(asset("example.vtt"))).text();
		await unwrap(
			api.PUT("/meetings/{meetingId}/transcripts", {
				params: { path: { meetingId } },
				headers: { "content-type": "text/vtt" },
				body: body as never,
				bodySerializer: String,
			}),
		);
	}
	await outdate("/meetings");
	return meetingId;
}
