import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, read, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { Page } from "../../ui/page.tsx";
import { SettingsForm } from "../../ui/settings-form.tsx";
import { Empty, Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { Fields } from "./fields.tsx";
import { texts } from "./texts.ts";
import { AS_BUILT_IN, type Patch, patchOf } from "./values.ts";

const route = getRouteApi("/inside/system/plans/$planCode");

/** What a plan costs and includes. */
export function PlanSettings() {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const { planCode } = route.useParams();
	const [isRestoring, setIsRestoring] = useState(false);
	const plans = useQuery(readVersioned("/configurations/plans", {}));
	const flags = useQuery(read("/configurations/feature-flags", { query: { limit: 200 } }));
	const plan = plans.data?.data.plans.find(({ code }) => code === planCode);
	const switches = flags.data?.filter(({ type }) => type === "boolean");
	const failed = [plans, flags].find(({ error, data }) => error && !data);

	async function save(body: Patch): Promise<void> {
		const params = { path: { planCode }, header: { "If-Match": plans.data?.version ?? "*" } };
		await unwrap(api.PATCH("/configurations/plans/{planCode}", { params, body }));
		await outdate("/configurations/plans");
	}
	const restore = (
		<Button icon="back" onClick={() => setIsRestoring(true)}>
			{own.restore}
		</Button>
	);
	return (
		<Page title={plan?.name ?? own.plan} lead={own.planLead} actions={plan && restore}>
			<p className="back">
				<Link to="/system/plans">{own.all}</Link>
			</p>
			{failed?.error ? (
				<Failure error={failed.error} onRetry={failed.refetch} />
			) : plans.data && !plan ? (
				<Empty icon="search" title={t.problem.notFound} />
			) : plan === undefined || switches === undefined ? (
				<Loading />
			) : (
				<SettingsForm
					version={plans.dataUpdatedAt}
					patchOf={(values) =>
						patchOf(
							plan,
							switches.map(({ key }) => key),
							values,
						)
					}
					onSave={save}
					onOutdated={plans.refetch}
				>
					<Fields plan={plan} flags={switches} />
				</SettingsForm>
			)}
			{isRestoring && (
				<ConfirmDialog
					title={own.restoreTitle}
					text={own.restoreText}
					action={own.restore}
					onConfirm={async () => {
						await save(AS_BUILT_IN);
						toast(t.common.saved);
					}}
					onClose={() => setIsRestoring(false)}
				/>
			)}
		</Page>
	);
}
