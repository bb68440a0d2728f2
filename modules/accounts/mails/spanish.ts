import type { AccountMailTexts } from "./content.ts";

/** Spanish. */
export const es: AccountMailTexts = {
	verify_email: {
		subject: "Confirme su dirección de correo",
		before: [
			"Alguien, probablemente usted, se registró con esta dirección. Confirme que es suya y la cuenta estará lista.",
		],
		action: "Confirmar dirección",
		after: ["Si no se registró, no haga nada: sin su confirmación nadie puede iniciar sesión con esta dirección."],
	},
	finish_registration: {
		subject: "Termine su registro",
		before: [
			"Alguien se registró más de una vez con esta dirección. Para asegurar que la cuenta es solo suya, elija ahora su contraseña.",
		],
		action: "Elegir contraseña",
		after: ["Si no se registró, no haga nada: sin este enlace nadie puede iniciar sesión con esta dirección."],
	},
	account_ready: {
		subject: "Su cuenta está lista",
		before: [
			"Su cuenta está lista y ya es miembro de la organización que le invitó. Inicie sesión con la contraseña que eligió.",
		],
		after: [],
	},
	address_in_use: {
		subject: "Ya tiene una cuenta",
		before: [
			"Alguien, quizá usted, quiso usar esta dirección para una cuenta. Ya tiene una: la suya. No se cambió nada.",
			"Si olvidó su contraseña, pida una nueva donde inicia sesión.",
		],
		after: ["Si no fue usted, no haga nada."],
	},
	reset_password: {
		subject: "Elija una contraseña nueva",
		before: ["Se pidió una contraseña nueva para su cuenta."],
		action: "Elegir contraseña nueva",
		after: ["Si no la pidió, no haga nada: su contraseña sigue siendo la misma."],
	},
	password_changed: {
		subject: "Se cambió su contraseña",
		before: ["La contraseña de su cuenta se acaba de cambiar."],
		after: ["Si no fue usted, elija de inmediato una contraseña nueva y avise a su administrador."],
	},
	change_email: {
		subject: "Confirme su nueva dirección de correo",
		before: [
			"Alguien, probablemente usted, quiere usar esta dirección para una cuenta. Confírmela donde haya iniciado sesión con esa cuenta, o con su contraseña.",
		],
		action: "Confirmar dirección nueva",
		after: ["Si no fue usted, no haga nada: la cuenta conserva su dirección."],
	},
	email_changed: {
		subject: "Se cambió su dirección de correo",
		before: ["Su cuenta tiene ahora la dirección <%= it.email %>. Con esta ya no se puede iniciar sesión."],
		after: ["Si no fue usted, avise de inmediato a su administrador."],
	},
};
