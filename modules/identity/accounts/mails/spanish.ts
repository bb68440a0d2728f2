import type { AccountMailTexts } from "./content.ts";

/** Spanish. */
export const es: AccountMailTexts = {
	verify_email: {
		subject: "Confirme su dirección de correo",
		before: [
			"Existe una cuenta con esta dirección, probablemente la suya. Confirme que la dirección es suya para que la cuenta pueda usarla.",
		],
		action: "Confirmar dirección",
		after: [
			"Si no reconoce esta cuenta, ignore este mensaje: sin su confirmación, nadie se considera titular de la dirección.",
		],
	},
	finish_registration: {
		subject: "Termine su registro",
		before: [
			"Alguien se registró más de una vez con esta dirección. Para que la cuenta sea solo suya, elija ahora su contraseña.",
		],
		action: "Elegir contraseña",
		after: ["Si no se registró, ignore este mensaje: sin este enlace nadie puede iniciar sesión con esta dirección."],
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
			"Alguien, quizá usted, intentó crear una cuenta con esta dirección, que ya tiene una. No se ha cambiado nada.",
			"Si olvidó su contraseña, pida una nueva en la página de inicio de sesión.",
		],
		after: ["Si no fue usted, ignore este mensaje."],
	},
	reset_password: {
		subject: "Elija una contraseña nueva",
		before: ["Se ha solicitado una contraseña nueva para su cuenta."],
		action: "Elegir contraseña nueva",
		after: ["Si no la ha solicitado, ignore este mensaje: su contraseña sigue siendo la misma."],
	},
	password_changed: {
		subject: "Se ha cambiado su contraseña",
		before: ["La contraseña de su cuenta acaba de cambiarse."],
		after: ["Si no fue usted, elija de inmediato una contraseña nueva y avise a su administrador."],
	},
	change_email: {
		subject: "Confirme su nueva dirección de correo",
		before: [
			"Alguien, probablemente usted, quiere usar esta dirección para una cuenta. Confírmela con la sesión iniciada en esa cuenta, o con su contraseña.",
		],
		action: "Confirmar dirección nueva",
		after: ["Si no fue usted, ignore este mensaje: la cuenta conserva su dirección."],
	},
	email_changed: {
		subject: "Se ha cambiado su dirección de correo",
		before: ["Su cuenta tiene ahora la dirección <%= it.email %>. Con esta ya no se puede iniciar sesión."],
		after: ["Si no fue usted, avise de inmediato a su administrador."],
	},
};
