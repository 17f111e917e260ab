package shop;

import dev.divvy.spring.outbox.OutboxTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Takes payments. The payment and its event are committed together, or not at all. */
@Service
public class Payments {

    private final ShopOrders orders;
    private final OutboxTemplate outbox;

    public Payments(ShopOrders orders, OutboxTemplate outbox) {
        this.orders = orders;
        this.outbox = outbox;
    }

    @Transactional
    public int pay(long id) {
        ShopOrder order = orders.findById(id).orElseGet(() -> orders.save(new ShopOrder(id)));
        int payment = order.pay();
        outbox.send("Order", id, new OrderPaid(id, payment));
        return payment;
    }
}
