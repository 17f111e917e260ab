package shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** An order, with the number of its payments. */
@Entity
public class ShopOrder {

    @Id
    private long id;

    private int payments;

    @Version
    private Long version;

    protected ShopOrder() {}

    public ShopOrder(long id) {
        this.id = id;
    }

    public int pay() {
        payments++;
        return payments;
    }

    public int payments() {
        return payments;
    }
}
