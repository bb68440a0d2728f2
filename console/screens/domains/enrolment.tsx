import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type components, ProblemError, unwrap } from "#client";
import { api } from "../../api/client.ts";
import { outdate, readVersioned } from "../../api/queries.ts";
import { useOwnTexts, useTexts } from "../../app/texts.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, SwitchField } from "../../ui/field.tsx";
import { Form, FormActions, type Values } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Failure, Loading } from "../../ui/states.tsx";
import { toast } from "../../ui/toasts.tsx";
import { texts } from "./texts.ts";

type Domain = components["schemas"]["Domain"];

/** Roles that a domain can give, in the order of the list. */
const ROLES = ["member", "guest", "student", "teacher", "manager"] as const satisfies readonly Domain["defaultRole"][];

/** Who joins by a domain, and how. */
export function EnrolmentDialog({ orgId, domain, onClose }: { orgId: string; domain: string; onClose: () => void }) {
	const { t } = useTexts();
	const own = useOwnTexts(texts);
	const path = { orgId, domain };
	const { data, error, refetch } = useQuery(readVersioned("/orgs/{orgId}/domains/{domain}", { path }));
	const [isOutdated, setIsOutdated] = useState(false);

	async function save(values: Values): Promise<void> {
		const params = { path, header: { "If-Match": data?.version ?? "*" } };
		const body = {
			enrollmentMode: values.enrollmentMode as Domain["enrollmentMode"],
			defaultRole: values.defaultRole as Domain["defaultRole"],
			includeSubdomains: "includeSubdomains" in values,
		};
		try {
			await unwrap(api.PATCH("/orgs/{orgId}/domains/{domain}", { params, body }));
		} catch (failure) {
			if (!(failure instanceof ProblemError) || failure.status !== 412) throw failure;
			await refetch();
			setIsOutdated(true);
			return;
		}
		await outdate("/orgs/{orgId}/domains", "/orgs/{orgId}/domains/{domain}");
		onClose();
		toast(t.common.saved);
	}

	return (
		<Dialog title={own.enrolTitle(domain)} lead={own.enrolText} onClose={onClose}>
			{isOutdated && <Notice kind="danger">{t.problem.changed}</Notice>}
			{data === undefined ? (
				error ? (
					<Failure error={error} onRetry={refetch} />
				) : (
					<Loading />
				)
			) : (
				<Form key={data.version} onSubmit={save}>
					{(busy) => (
						<>
							<SelectField
								label={own.enrolment}
								hint={own.enrolmentHint}
								name="enrollmentMode"
								defaultValue={data.data.enrollmentMode}
								options={Object.entries(own.modes)}
							/>
							<SelectField
								label={own.role}
								name="defaultRole"
								defaultValue={data.data.defaultRole}
								options={ROLES.map((role) => [role, t.roles[role]] as const)}
							/>
							<SwitchField
								label={own.subdomains}
								hint={own.subdomainsHint(domain)}
								name="includeSubdomains"
								defaultChecked={data.data.includeSubdomains}
							/>
							<FormActions busy={busy} submit={t.common.save} onCancel={onClose} />
						</>
					)}
				</Form>
			)}
		</Dialog>
	);
}
