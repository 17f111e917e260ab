package shop;

import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /orders/42/payments} pays the order 42 and answers with the number of its payments. */
@RestController
public class PaymentController {

    private final Payments payments;

    public PaymentController(Payments payments) {
        this.payments = payments;
    }

    @PostMapping("/orders/{id}/payments")
    public int pay(@PathVariable("id") long id) {
        return payments.pay(id);
    }
}
