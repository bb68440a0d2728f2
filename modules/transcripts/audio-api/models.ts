import type { RequestContext } from "#kernel/request-context";
import type { SpeechEngines } from "#modules/engines/speech";
import { assertOrganizationExists } from "#modules/tenancy/organization-records";
import type { Core } from "#platform/module";
import { modelNotFound, noOrganization } from "./errors.ts";
import type { Model } from "./schemas.ts";

export type Models = ReturnType<typeof createModels>;

/** Creates the service that tells clients of OpenAI's API what `model` may name. */
export function createModels({ store }: Pick<Core, "store">, engines: SpeechEngines) {
	/** Returns the models of an organization, {@link COMMON_MODEL} last. @throws `forbidden` `not_found` `purged` */
	async function list({ principal }: RequestContext): Promise<Model[]> {
		const { orgId } = principal;
		if (orgId === null) throw noOrganization();
		await assertOrganizationExists(store.db, principal, orgId);
		const chosen = await Promise.all(
			(["transcribe", "translate"] as const).map((task) => engines.choose({ orgId, task })),
		);
		const infos = chosen.flatMap((engine) => ("unavailable" in engine ? [] : [engine.info]));
		const models = new Map(infos.map(({ engine, model }) => [model, toModel(model, engine)]));
		return [...models.values(), ...(models.has(COMMON_MODEL.id) ? [] : [COMMON_MODEL])];
	}

	return {
		list,

		/** Returns a model. @throws `forbidden` `not_found` `purged` */
		async find(context: RequestContext, id: string): Promise<Model> {
			const found = (await list(context)).find((model) => model.id === id);
			if (!found) throw modelNotFound();
			return found;
		},
	};
}

const toModel = (id: string, ownedBy: string): Model => ({ id, object: "model", created: 0, owned_by: ownedBy });

/** Accepted everywhere: clients name it by default, and the installation chooses the engine. */
const COMMON_MODEL = toModel("whisper-1", "parley");
