UPDATE organizations SET paid_seats = 7 WHERE plan_code = 'team';
