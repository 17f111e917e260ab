package shop;

import org.springframework.data.jpa.repository.JpaRepository;

/** The orders in the database. */
public interface ShopOrders extends JpaRepository<ShopOrder, Long> {}
