import { useQuery } from "@tanstack/react-query";
import { unwrap } from "#client";
import { api } from "../../api/client.ts";
import { read, readVersioned } from "../../api/queries.ts";
import { useOwnTexts } from "../../app/texts.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Form, type Values } from "../../ui/form.tsx";
import { Facts, Section } from "../../ui/section.tsx";
import { Failure } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { changed } from "./changed.ts";
import { texts } from "./texts.ts";

/** The plan of an organization. */
export function Plan({ orgId }: { orgId: string }) {
	const own = useOwnTexts(texts);
	const billing = useQuery(read("/orgs/{orgId}/billing", { path: { orgId } }));
	const plans = useQuery(readVersioned("/configurations/plans", {})).data?.data.plans;
	if (billing.error && !billing.data) return <Failure error={billing.error} onRetry={billing.refetch} />;
	const { plan, subscription } = billing.data ?? {};

	async function change({ planCode = "" }: Values): Promise<void> {
		const body = { planCode, effective: "immediately" as const };
		await unwrap(api.POST("/orgs/{orgId}/billing/plan", { params: { path: { orgId } }, body }));
		await changed();
		toast(own.changed);
	}
	return (
		<Section title={own.plan} hint={own.planHint}>
			{plan && subscription && (
				<Facts
					facts={[
						[own.planNow, plan.name],
						[own.status, own.statuses[subscription.status]],
					]}
				/>
			)}
			{subscription?.status === "unlimited" && <p>{own.unlimitedHint}</p>}
			{plans && plan && subscription && subscription.status !== "unlimited" && (
				<Form key={plan.code} onSubmit={change}>
					{(busy) => (
						<>
							<SelectField
								label={own.plan}
								name="planCode"
								defaultValue={plan.code}
								options={plans.map(({ code, name }) => [code, name] as const)}
							/>
							<footer className="form-actions">
								<Button type="submit" busy={busy}>
									{own.change}
								</Button>
							</footer>
						</>
					)}
				</Form>
			)}
		</Section>
	);
}
